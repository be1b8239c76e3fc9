/** As far as browsers have it: https://developer.mozilla.org/docs/Web/API/NetworkInformation */
interface Line {
  readonly saveData: boolean
  readonly effectiveType: string
  readonly type?: string
}

/*
 * Lets the judge of the hero run by itself: when nothing else is to do, on a line that the browser calls
 * quick and does not call metered; where the browser does not tell, at the first touch of the page. Else
 * its picture stands until someone touches it.
 */
const part = document.querySelector<HTMLElement>('.judge [data-touch]')
const line: Line | undefined = Reflect.get(navigator, 'connection')
const wake = () => part?.dispatchEvent(new Event('wake'))

if (line === undefined) {
  for (const sign of ['pointerdown', 'keydown']) {
    addEventListener(sign, wake, { once: true })
  }
} else if (!line.saveData && line.effectiveType === '4g' && line.type !== 'cellular') {
  // The verdict is hidden for a while, so that its words light up once.
  part?.setAttribute('data-waiting', '')
  addEventListener('load', () => requestIdleCallback(wake))
}
