import { ContentError } from './finding.ts'

/** A reader of UTF-8 puts this in the place of invalid bytes. */
const lost = '\ufffd'

/** @throws ContentError if a file is saved in another encoding than UTF-8, or was once */
export function refuseLostLetters(file: string, source: string): void {
  const findings = source.split('\n').flatMap((text, index) => {
    const place = text.indexOf(lost)
    if (place < 0) return []
    const before = text.slice(Math.max(0, place - 20), place).trimStart()
    return [
      {
        line: index + 1,
        field: 'the file',
        problem: `is not in UTF-8: a letter is lost after ${before === '' ? 'the beginning' : before}`,
        expected: 'the letter typed again, and the file saved with the encoding UTF-8',
      },
    ]
  })
  if (findings.length > 0) throw new ContentError(file, findings.slice(0, 3))
}
