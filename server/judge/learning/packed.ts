import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { type Layer, layerBytes, openLayer, storeLayer } from '../../../judge/learn/layer.ts'
import { type Table, tableBytes } from '../../../judge/learn/shift.ts'

/** Makes these bytes smaller than deflate does, in a third of its time. */
const quality = 4

/** Most places of a table are empty. */
export function packTable(table: Table): string {
  return pack(table)
}

/** @throws Error for a text that `packTable` has not made */
export function unpackTable(text: string): Table {
  const table = unpack(text, tableBytes)
  if (table.length !== tableBytes) throw new RangeError('A table has another length.')
  return table
}

/** The counts of a layer are small numbers, which take less than half so. */
export function packLayer(layer: Layer): string {
  return pack(storeLayer(layer))
}

/** @throws Error for a text that `packLayer` has not made */
export function unpackLayer(text: string): Layer {
  return openLayer(unpack(text, layerBytes))
}

function pack(bytes: Uint8Array): string {
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality }
  return brotliCompressSync(bytes, { params }).toString('base64')
}

function unpack(text: string, maxOutputLength: number): Uint8Array {
  return brotliDecompressSync(Buffer.from(text, 'base64'), { maxOutputLength })
}
