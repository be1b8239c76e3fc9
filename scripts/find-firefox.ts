import { firstOnPath, firstThatStarts } from './find-program.ts'

const names = ['firefox-esr', 'firefox']
const usualPlaces = ['/Applications/Firefox.app/Contents/MacOS/firefox']

/** Path of a Firefox that starts; undefined, with what to do said on screen, when there is none. */
export async function findFirefox(): Promise<string | undefined> {
  if (process.platform === 'win32') {
    // What stands between Playwright and Firefox is a file that Windows would not run.
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
      ? 'Firefox: none. Install it (Debian: sudo apt-get install firefox-esr), or set FIREFOX_PATH.'
      : `Firefox: ${path}`,
  )
  return path
}
