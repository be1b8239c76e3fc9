import { firstOnPath, firstThatStarts } from '../find-program.ts'

const names = ['firefox-esr', 'firefox']
const usualPlaces = ['/Applications/Firefox.app/Contents/MacOS/firefox']

/** Path of a Firefox that starts. Prints instructions and returns undefined when there is none. */
export async function findFirefox(): Promise<string | undefined> {
  if (process.platform === 'win32') {
    // The relay between Playwright and Firefox is a script that Windows cannot execute.
    console.log('Firefox: its tests run on Linux and macOS only.')
    return undefined
  }
  const chosen = process.env.FIREFOX_PATH
  if (chosen !== undefined && chosen !== '') {
    const path = await firstThatStarts([chosen])
    if (path === undefined) console.log(`Firefox: FIREFOX_PATH is ${chosen}, which does not start.`)
    return path
  }
  const path = (await firstOnPath(names)) ?? (await firstThatStarts(usualPlaces))
  console.log(
    path === undefined
      ? 'Firefox: none found. Install it (Debian: sudo apt-get install firefox-esr), or set FIREFOX_PATH.'
      : `Firefox: ${path}`,
  )
  return path
}
