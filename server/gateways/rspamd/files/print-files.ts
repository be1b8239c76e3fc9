import type { ConnectionFile } from './connection.ts'

/** All files as one text for a terminal, each after a line that says where it belongs. */
export function printFiles(files: readonly ConnectionFile[]): string {
  return files
    .map(({ name, path, note, text }) => `#### ${path || name}\n#### ${note}\n\n${text}`)
    .join('\n')
}
