import { loadConverter } from '../../../lib/emails/mail-file/read-mail-file.ts'
import { loadModel } from '../../../lib/public-page/try/judge-here.ts'
import { loadSamples } from '../../../lib/public-page/try/samples.ts'

/** Whatever a visitor may do next works without the network; what fails is loaded when it is needed. */
export function loadEarly(): Promise<unknown> {
  return Promise.all([loadModel(), loadSamples()])
    .then(loadConverter)
    .catch(() => undefined)
}
