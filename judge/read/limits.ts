/*
 * The most that is read of a mail, counted in bytes, parts, tags and letters, never by the clock, so that
 * the same mail gives the same answer on every machine. What is passed over without a look costs nothing
 * and does not count.
 */

/** Bytes of a mail; what comes after is not read. */
export const messageBytes = 25 * 1024 * 1024
/** Parts that hold anything. */
export const parts = 1000
/** Parts within each other; Thunderbird shows fewer. */
export const partDepth = 100
/** Mails within each other. */
export const mailDepth = 20
/** Lines that may divide parts, and lines of the headers of a part. */
export const dividers = 300_000
export const headerLines = 20_000
/** Letters of the headers of a part, beside those that are judged. */
export const headerBytes = 64 * 1024
/** Bytes of one part's text as it was sent, and of an attached mail. */
export const encodedBytes = 4 * 1024 * 1024
/** Bytes that are read of the beginning of a file and of its end. */
export const fileBytes = 256 * 1024
/** Letters of all pages of a mail. */
export const htmlLetters = 3_000_000
export const htmlTags = 200_000
/** Elements within each other: the parser's time grows with the square of it. */
export const htmlDepth = 1000
/** Open elements that are looked at to find which of them end where others begin. */
export const htmlSteps = 2_000_000
export const links = 500
/** Letters that a reader sees: most of them from the beginning, the rest from the end. */
export const textLetters = 40_000
export const textEnd = 10_000
export const words = 4000
export const attachments = 200
export const archiveNames = 2000
/** Archives in an archive that are opened, and their bytes. */
export const innerArchives = 3
export const innerBytes = 256 * 1024
/** Pictures that are searched for a QR code, and their bytes as they were sent. */
export const pictures = 3
export const pictureBytes = 1024 * 1024
