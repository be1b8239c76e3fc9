import {
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  deflateRawSync,
  inflateRawSync,
} from 'node:zlib'
import { type Layer, layerBytes, openLayer, storeLayer } from '../../../judge/learn/layer.ts'
import { type Table, tableBytes } from '../../../judge/learn/shift.ts'

/** Makes a layer smaller than deflate does, in a third of its time. */
const quality = 4

/** Most places of a table are empty. The extension, too, opens this form. */
export function packTable(table: Table): string {
  return Buffer.from(deflateRawSync(table, { level: 3 })).toString('base64')
}

/** @throws Error for a text that `packTable` has not made */
export function unpackTable(text: string): Table {
  const table = inflateRawSync(Buffer.from(text, 'base64'), { maxOutputLength: tableBytes })
  if (table.length !== tableBytes) throw new RangeError('A table has another length.')
  return table
}

/** The counts of a layer are small numbers, which take less than half so. */
export function packLayer(layer: Layer): string {
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality }
  return brotliCompressSync(storeLayer(layer), { params }).toString('base64')
}

/** @throws Error for a text that `packLayer` has not made */
export function unpackLayer(text: string): Layer {
  const bytes = brotliDecompressSync(Buffer.from(text, 'base64'), { maxOutputLength: layerBytes })
  return openLayer(bytes)
}
