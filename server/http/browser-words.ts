/** The browser and system that a `User-Agent` names; empty where neither is known. */
export interface BrowserWords {
  readonly browser: string
  readonly system: string
}

/** The first that fits counts: most browsers name others, for the sake of old servers. */
const browsers = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
] as const

const systems = [
  [/\bWindows\b/, 'Windows'],
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac(?:intosh|\sOS\sX)\b/, 'macOS'],
  [/\b(?:Linux|X11)\b/, 'Linux'],
] as const

/** The longest part of a header that is read. */
const longest = 500
/** A program without a browser's name: `curl/8.5.0`. No dots or spaces, so that it is no message. */
const program = /^(?!Mozilla\b)([A-Za-z][\w-]{0,29})(?:\/|$)/

/** Names from our own list, or that of a program: the header is text from outside (decision 0052). */
export function browserWords(userAgent = ''): BrowserWords {
  const given = userAgent.slice(0, longest)
  return {
    browser: nameIn(browsers, given) ?? program.exec(given)?.[1] ?? '',
    system: nameIn(systems, given) ?? '',
  }
}

function nameIn(
  known: readonly (readonly [pattern: RegExp, name: string])[],
  given: string,
): string | undefined {
  return known.find(([pattern]) => pattern.test(given))?.[1]
}
