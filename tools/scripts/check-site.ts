import { root } from './run-command.ts'
import { hasSite, mismatch } from './site/build-record.ts'

/*
 * node tools/scripts/check-site.ts: runs before `npm run serve`, which never builds. Reports in one line
 * what is wrong with the site in dist/. Exits with an error when there is no site; an outdated site
 * is served.
 */

const folder = 'dist'
const command =
  'Build it with `npm run build` and the settings that it needs (SITE_URL, PUBLIC_API_URL and others).'

// A site in another folder was not built by this repository's scripts.
if ((process.env.SITE_DIRECTORY || folder) === folder) {
  if (!hasSite(root, folder)) {
    console.error(`There is no site in ${folder}/. ${command}`)
    process.exitCode = 1
  } else {
    const problem = mismatch(root, folder, process.env)
    if (problem !== undefined) console.error(`The site in ${folder}/ ${problem}. ${command}`)
  }
}
