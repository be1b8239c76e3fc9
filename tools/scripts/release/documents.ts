import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** The documents of an operator: in a release all lie in one folder. */
const names = [
  'CHANGELOG.md',
  'docs/{asvs,configuration,connect-your-mail,failover,hosting,install,mailboxes,operations}.md',
  'docs/{restore,scim,security,single-sign-on,webhooks}.md',
  'hosting/{alerts.yaml,grafana.json}',
]
const folder = 'docs'

/** A link to another folder of the repository leads to a file beside the page. */
const elsewhere = /(?<=\]\()(?:docs|\.\.(?:\/\w+)?)\/(?=[^/)]+\))/g

/** @returns the text of each document of a release by the name of its file */
export function releasedDocuments(root: string): Map<string, string> {
  const files = globSync(names, { cwd: root }).sort()
  return new Map(
    files.map((name) => [
      basename(name),
      readFileSync(join(root, name), 'utf8').replaceAll(elsewhere, ''),
    ]),
  )
}

export function copyDocuments(root: string, target: string): void {
  mkdirSync(join(target, folder), { recursive: true })
  for (const [name, text] of releasedDocuments(root))
    writeFileSync(join(target, folder, name), text)
}
