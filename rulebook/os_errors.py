"""Why the system refused a file, in the words of people."""

import errno

from rulebook.codes import message
from rulebook.words import Words

_CODES = {
    errno.ENOENT: "os_not_found",
    errno.EACCES: "os_forbidden",
    errno.EPERM: "os_forbidden",
    errno.EROFS: "os_read_only",
    errno.EISDIR: "os_is_folder",
    errno.ENOTDIR: "os_no_folder",
    errno.ENOSPC: "os_full",
    errno.EDQUOT: "os_full",
    errno.EFBIG: "os_too_large",
    errno.ENAMETOOLONG: "os_long_name",
    errno.EIO: "os_device",
}


def os_words(error: OSError) -> Words:
    """The reason of an error in both languages; the words of the system alone where it is a rare one."""
    code = _CODES.get(error.errno or 0)
    if code is None:
        return Words(error.strerror or str(error), error.strerror or str(error))
    return Words(message(code, "en"), message(code, "ja"))
