import type { Folder } from './compound-file.ts'

/*
 * Outlook's `winmail.dat` (MS-OXTNEF) holds the properties that its own files hold in folders and streams,
 * and becomes such folders here. A file can lie about every length: each ends with the file.
 */

const signature = 0x223e9f78
const headBytes = 6
/** Attributes: the beginning of an attachment, properties, and texts and files of the time before these. */
const attachmentBegins = 0x00069002
const properties: readonly number[] = [0x00069003, 0x00069005]
const streamsOfOld: Readonly<Record<number, string>> = {
  98308: '0037001e',
  163852: '1000001e',
  98320: '3704001e',
  425999: '37010102',
}
const codePageOfOld = 0x00069007

/** Bytes of the types of numbers. */
const sizes: Readonly<Record<number, number>> = {
  ...{ 2: 4, 3: 4, 4: 4, 10: 4, 11: 4 },
  ...{ 5: 8, 6: 8, 7: 8, 20: 8, 64: 8, 72: 16 },
}
const objectType = 0x0d
const lengthenedTypes: readonly number[] = [objectType, 0x1e, 0x1f, 0x102]
const idBytes = 16
/** As in a mail within a mail. */
const propertiesAt = 24
const propertyBytes = 16
/** No mail has so many, and a page cannot read many more without a halt. */
const mostNumbers = 200_000

export function isTnef(file: ArrayBuffer): boolean {
  return file.byteLength >= headBytes && new DataView(file).getUint32(0, true) === signature
}

/**
 * As many of its properties as there are before one that cannot be read.
 * @throws Error for a file that holds more than any mail
 */
export function openTnef(file: ArrayBuffer): Folder {
  const budget = { numbers: mostNumbers }
  const read = new Reader(file, budget)
  read.skip(headBytes)
  const mail = new Properties()
  let open = mail
  while (read.left > 0) {
    read.skip(1)
    const attribute = read.number()
    const content = read.bytes(read.number())
    read.skip(2)
    if (attribute === attachmentBegins) {
      open = new Properties()
      mail.attach(open)
    }
    const name = streamsOfOld[attribute]
    if (name !== undefined) open.addStream(name, content)
    if (attribute === codePageOfOld)
      mail.addNumber(0x3ffd0003, new Reader(content.buffer, budget).number())
    if (properties.includes(attribute)) open.read(new Reader(content.buffer, budget), budget)
  }
  return mail
}

interface Budget {
  numbers: number
}

class Reader {
  readonly #bytes: Uint8Array<ArrayBuffer>
  readonly #view: DataView
  readonly #budget: Budget
  #at = 0

  constructor(file: ArrayBuffer, budget: Budget) {
    this.#budget = budget
    this.#bytes = new Uint8Array(file)
    this.#view = new DataView(file)
  }

  get left(): number {
    return this.#bytes.length - this.#at
  }

  skip(bytes: number): void {
    this.#at = Math.min(this.#bytes.length, this.#at + bytes)
  }

  number(): number {
    this.#budget.numbers -= 1
    if (this.#budget.numbers < 0) throw new Error('it holds too much')
    const value = this.left < 4 ? 0 : this.#view.getUint32(this.#at, true)
    this.skip(4)
    return value
  }

  bytes(length: number): Uint8Array<ArrayBuffer> {
    const start = this.#at
    this.skip(length)
    return this.#bytes.slice(start, this.#at)
  }

  padded(length: number): Uint8Array<ArrayBuffer> {
    const found = this.bytes(length)
    this.skip((4 - (length % 4)) % 4)
    return found
  }
}

class Properties implements Folder {
  readonly name = ''
  readonly streams = new Map<string, () => Uint8Array<ArrayBuffer>>()
  readonly folders: { readonly name: string; readonly open: () => Folder }[] = []
  readonly #numbers: (readonly [tag: number, value: number])[] = []

  constructor() {
    this.streams.set('__properties_version1.0', () => {
      const bytes = new Uint8Array(propertiesAt + this.#numbers.length * propertyBytes)
      const view = new DataView(bytes.buffer)
      for (const [at, [tag, value]] of this.#numbers.entries()) {
        view.setUint32(propertiesAt + at * propertyBytes, tag, true)
        view.setUint32(propertiesAt + at * propertyBytes + 8, value, true)
      }
      return bytes
    })
  }

  attach(attachment: Folder): void {
    this.folders.push({ name: '__attach_version1.0_', open: () => attachment })
  }

  addNumber(tag: number, value: number): void {
    this.#numbers.push([tag, value])
  }

  addStream(tag: string, content: Uint8Array<ArrayBuffer>): void {
    this.streams.set(`__substg1.0_${tag}`, () => content)
  }

  read(from: Reader, budget: Budget): void {
    for (let count = from.number(); count > 0 && from.left > 0; count -= 1) {
      const tag = from.number()
      const [id, type] = [tag >>> 16, tag & 0xefff]
      if (id >= 0x8000) {
        from.skip(idBytes)
        if (from.number() === 0) from.skip(4)
        else from.padded(from.number())
      }
      const isLong = lengthenedTypes.includes(type)
      const size = sizes[type] ?? 0
      if (!isLong && size === 0) return
      const isList = (tag & 0x1000) !== 0
      for (
        let values = isLong || isList ? from.number() : 1;
        values > 0 && from.left > 0;
        values -= 1
      ) {
        const value = from.padded(isLong ? from.number() : size)
        if (id >= 0x8000 || isList) continue
        if (!isLong) this.addNumber(tag, new Reader(value.buffer, budget).number())
        else if (type === objectType) this.#addObject(value)
        else this.addStream(tag.toString(16).padStart(8, '0'), value)
      }
    }
  }

  /** A mail that was attached, behind the name of its interface. */
  #addObject(value: Uint8Array<ArrayBuffer>): void {
    const { buffer } = value.slice(idBytes)
    if (isTnef(buffer))
      this.folders.push({ name: '__substg1.0_3701000d', open: () => openTnef(buffer) })
  }
}
