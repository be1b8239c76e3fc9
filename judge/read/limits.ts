/*
 * Limits of reading a mail. Counted in bytes, parts, tags and letters, never by the clock, so that
 * the same mail gives the same answer on every machine.
 */

/** Bytes of a mail; what comes after is not read. */
export const messageBytes = 25 * 1024 * 1024
/** Bytes of a part that reach the parser; a longer attachment is judged by its beginning. */
export const partBytes = 256 * 1024
/** Lines of a part that reach the parser, which takes as long for a short one as for a long one. */
export const partLines = 10_000
/** Lines of all parts that reach the parser; as many as its bytes are in base64. */
export const parsedLines = 30_000
/** Bytes of all parts that reach the parser. */
export const parsedBytes = 2 * 1024 * 1024
export const parts = 100
export const partDepth = 20
export const headerBytes = 64 * 1024
export const htmlLetters = 200_000
export const htmlTags = 20_000
/** Elements within each other: the parser's time grows with the square of it. */
export const htmlDepth = 1000
export const links = 500
export const textLetters = 40_000
export const words = 4000
export const attachments = 50
export const archiveNames = 200
