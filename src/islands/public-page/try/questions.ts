import { loadFileReader } from '../../../../judge/read/content.ts'
import {
  loadConverter,
  problemWith,
  readMailFile,
} from '../../../lib/emails/mail-file/read-mail-file.ts'
import {
  loadModel,
  type Question,
  questionOfText,
} from '../../../lib/public-page/try/judge-here.ts'
import { loadSamples } from '../../../lib/public-page/try/samples.ts'
import { $tryMailWords } from '../../../lib/public-page/words/try-mail.words.yaml'

/** As much as the judge reads of a file. */
const limitBytes = 25_000_000

/** Why something cannot be asked, in words, and the control to correct it in. */
export class Problem extends Error {
  readonly control: HTMLElement | undefined

  constructor(text: string, control?: HTMLElement) {
    super(text)
    this.control = control
  }
}

export async function askOfSample(index: number): Promise<Question> {
  const { mails } = await loadSamples()
  return { kind: 'mail', bytes: new TextEncoder().encode(mails[index]) }
}

/** @param field where the text stands, or the beginning of it */
export async function askOfText(text: string, field: HTMLElement): Promise<Question> {
  if (text.trim() === '') throw new Problem($tryMailWords.get().emptyText, field)
  return questionOfText(text)
}

export async function askOfFile(files: readonly File[]): Promise<Question> {
  const problem = problemWith(files, limitBytes)
  if (problem !== undefined) throw new Problem(problem)
  const [file] = files
  const read = file === undefined ? { problem: '' } : await readMailFile(file)
  if ('problem' in read) throw new Problem(read.problem)
  return { kind: 'mail', bytes: read.bytes }
}

/** Whatever a visitor may do next works without the network; what fails is loaded when it is needed. */
export function loadEarly(): Promise<unknown> {
  return Promise.all([loadModel(), loadSamples()])
    .then(() => Promise.all([loadFileReader(), loadConverter()]))
    .catch(() => undefined)
}
