import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatCaddy } from '../hosting/caddy.ts'
import { headersFileName, parseHeadersFile } from '../hosting/headers-file.ts'
import { formatNginx } from '../hosting/nginx.ts'
import { root } from './run-command.ts'

const forms = { nginx: formatNginx, caddy: formatCaddy }

const [host = ''] = process.argv.slice(2)
const site = join(root, 'dist')
const file = join(site, headersFileName)

if (host !== 'nginx' && host !== 'caddy') {
  console.error(`npm run headers takes one of: ${Object.keys(forms).join(', ')} after --`)
  process.exitCode = 1
} else if (!existsSync(file)) {
  console.error('There is no built site. Run: npm run build')
  process.exitCode = 1
} else {
  const rules = parseHeadersFile(readFileSync(file, 'utf8'))
  process.stdout.write(
    forms[host](rules, site, hostOf(readFileSync(join(site, 'index.html'), 'utf8'))),
  )
}

/** The host name of the address that the site was built with. */
function hostOf(page: string): string {
  const address = /<link rel="canonical" href="([^"]+)"/.exec(page)?.[1]
  return URL.parse(address ?? '')?.hostname ?? 'aman.example'
}
