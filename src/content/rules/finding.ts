/** A problem in a content file, described for its editor. */
export interface Finding {
  readonly line: number
  readonly field: string
  readonly problem: string
  readonly expected: string
}

/** Stops the build. Its message is one block: file, field, what is wrong, what is expected. */
export class ContentError extends Error {
  override name = 'ContentError'

  constructor(file: string, findings: readonly Finding[]) {
    const blocks = findings.map(
      ({ line, field, problem, expected }) =>
        `  ${field} (line ${line})\n    is wrong: ${problem}\n    expected: ${expected}`,
    )
    super(`${file} needs a correction\n\n${blocks.join('\n\n')}\n`)
    // A stack trace does not help editors of content; Astro does not print an empty one.
    this.stack = ''
  }
}
