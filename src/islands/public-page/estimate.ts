import { writeEstimate } from '../../lib/public-page/estimate.ts'

/** Lets the estimator slide to any number; loaded at its first touch. Without it there are the steps. */
export function onTouch(part: HTMLElement): void {
  const estimator = part.querySelector<HTMLElement>('.estimator')
  if (estimator === null) return
  const quantities = [...estimator.querySelectorAll<HTMLElement>('fieldset')]
  for (const quantity of quantities) {
    // The user may have slid or chosen before.
    const slider = sliderIn(quantity)
    align(quantity, slider.value !== slider.defaultValue)
    quantity.addEventListener('input', ({ target }) => {
      align(quantity, target === slider)
      show(estimator, quantities)
    })
  }
  show(estimator, quantities)
}

function sliderIn(quantity: Element): HTMLInputElement {
  const slider = quantity.querySelector<HTMLInputElement>('[type=range]')
  if (slider === null) throw new Error('a quantity has no slider')
  return slider
}

/** The step or the slider follows the other one, which was moved. */
function align(quantity: Element, hasSlid: boolean): void {
  const slider = sliderIn(quantity)
  for (const step of quantity.querySelectorAll<HTMLInputElement>('[type=radio]')) {
    if (hasSlid) step.checked = step.value === slider.value
    else if (step.checked) slider.value = step.value
  }
}

/** Writes the estimate of the sliders in place of those of the steps. */
function show(estimator: HTMLElement, quantities: readonly Element[]): void {
  const [mailboxes = 0, mails = 0] = quantities.map((it) => sliderIn(it).valueAsNumber)
  for (const quantity of quantities) {
    const exact = quantity.querySelector('legend > b')
    if (exact !== null) exact.textContent = sliderIn(quantity).value
  }
  const { locale, money = '{amount}', price } = estimator.dataset
  const output = estimator.querySelector('output')
  const estimate = output?.querySelector('p')
  const [emails, cost] = estimate?.querySelectorAll('bdi') ?? []
  if (!output || !estimate || !emails || !cost) return
  const written = writeEstimate({ mailboxes, mails }, { locale, money, price: Number(price) })
  emails.textContent = written.emails
  cost.textContent = written.cost
  output.replaceChildren(estimate)
}
