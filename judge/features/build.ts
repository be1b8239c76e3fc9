import { hasDangerousExtension } from '../lists/lists.ts'
import type { ReadAttachment, ReadMail } from '../read/read-mail.ts'

const flag = (is: boolean) => (is ? 1 : 0)

/** Whether a page is attached, which opens on the reader's own machine; a drawing is none. */
export function isAttachedPage({ name, type, page }: ReadAttachment): boolean {
  if (page?.does === 'shows' && /^image\/svg|\.svg$/i.test(`${type} ${name}`)) return false
  return page !== undefined || /\.mht(?:ml)?$/i.test(name)
}

/** Whether a file, or one in an archive, may run something. */
export function isDangerous({ name, entries }: ReadAttachment): boolean {
  return hasDangerousExtension(name) || entries.some(hasDangerousExtension)
}

/** How a mail is built: its page, and its attachments. */
export function buildFeatures(mail: ReadMail) {
  const { html, attachments, text } = mail
  const letters = text.length
  const files = attachments.filter((it) => !(it.isInline && it.type.startsWith('image/')))
  const header = (key: string) => mail.headers.some((it) => it.key === key)
  return {
    hasPage: flag(html !== undefined),
    pageOnly: flag(html !== undefined && mail.plain === undefined),
    plainOnly: flag(html === undefined),
    plainDiffers: flag(
      html !== undefined &&
        mail.plain !== undefined &&
        Math.abs(mail.plain.length - letters) > letters,
    ),
    hiddenShare: html === undefined ? 0 : Math.min(html.hiddenLetters / (letters + 50), 5),
    pictures: Math.min(html?.pictures ?? 0, 30),
    farPictures: Math.min(html?.farPictures ?? 0, 30),
    onlyPictures: flag(
      letters < 60 &&
        ((html?.pictures ?? 0) > 0 || attachments.some((it) => it.type.startsWith('image/'))),
    ),
    tags: Math.min(html?.tags ?? 0, 1500),
    tables: Math.min(html?.tables ?? 0, 60),
    tagsForLetters: html === undefined ? 0 : Math.min(html.tags / (letters + 50), 1),
    inlineStyles: html === undefined ? 0 : Math.min(html.inlineStyles / (html.tags + 1), 1),
    styleLetters: Math.min(html?.styleLetters ?? 0, 20_000),
    forms: flag((html?.forms ?? 0) > 0),
    passwordFields: flag((html?.passwordFields ?? 0) > 0),
    scripts: flag((html?.scripts ?? 0) > 0),
    refreshes: flag((html?.refreshes ?? 0) > 0),
    letters: Math.min(letters, 10_000),
    short: flag(letters < 300),
    files: Math.min(files.length, 10),
    pagesAttached: flag(files.some(isAttachedPage)),
    dangerousFiles: flag(files.some(isDangerous)),
    archives: flag(
      files.some(
        ({ entries, name }) => entries.length > 0 || /\.(?:zip|rar|7z|gz|iso|img|cab)$/i.test(name),
      ),
    ),
    encryptedFiles: flag(files.some(({ isEncrypted }) => isEncrypted)),
    pdfFiles: flag(files.some(({ type, name }) => type.includes('pdf') || /\.pdf$/i.test(name))),
    officeFiles: flag(files.some(({ name }) => /\.(?:docx?|xlsx?|pptx?|docm|xlsm)$/i.test(name))),
    twoEndings: flag(
      files.some(({ name }) => /\.(?:pdf|docx?|xlsx?|jpe?g|png|txt)\.[a-z0-9]{2,5}$/i.test(name)),
    ),
    calendars: flag(attachments.some(({ type }) => type.startsWith('text/calendar'))),
    isReply: flag(mail.isReply),
    replyWithoutThread: flag(/^\s*(?:re|aw|sv|رد)\s*:/i.test(mail.subject) && !mail.isReply),
    forwardWithoutThread: flag(/^\s*(?:fwd?|wg)\s*:/i.test(mail.subject) && !mail.isReply),
    hasUnsubscribe: flag(header('list-unsubscribe')),
    hasListId: flag(header('list-id') || header('list-post')),
    quotes: flag(
      /^>|^-{3,} ?(?:original|forwarded) message|^on .{5,80} wrote:|^في .{5,80} كتب/im.test(
        text.slice(0, 20_000),
      ),
    ),
  }
}
