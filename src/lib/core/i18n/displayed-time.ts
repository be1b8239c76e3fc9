import { parseTime } from '../../../../contract/core/time.ts'

export interface DisplayedTime {
  readonly text: string
  /** For `<time datetime>`; undefined if the text is not a valid time. */
  readonly machine: string | undefined
}

/** Invalid text is shown unchanged (R006). */
export function displayedTime(timestamp: string, format: Intl.DateTimeFormat): DisplayedTime {
  const date = parseTime(timestamp)
  if (date === undefined) return { text: timestamp, machine: undefined }
  return { text: format.format(date), machine: date.toISOString() }
}
