/** Below the limit of a body, whose other fields are small. */
const mostBatchLength = 200_000
/** Far more than a valid row has. */
const mostRowLength = 20_000

export function isTooLong(row: object): boolean {
  return JSON.stringify(row).length > mostRowLength
}

/** Splits rows into batches of at most so many rows and so much text. */
export function* batchesOf<Row>(rows: readonly Row[], mostRows: number): Generator<readonly Row[]> {
  let batch: Row[] = []
  let length = 0
  for (const row of rows) {
    const size = JSON.stringify(row).length
    if (batch.length === mostRows || (batch.length > 0 && length + size > mostBatchLength)) {
      yield batch
      batch = []
      length = 0
    }
    batch.push(row)
    length += size
  }
  if (batch.length > 0) yield batch
}
