import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { copyProject } from '../support/server/copy-project.ts'

/** Runs the end of `npm install` in a copy of the project. */
function afterInstall(folder: string) {
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return spawnSync('sh', ['-c', scripts.postinstall], { cwd: folder, encoding: 'utf8' })
}

describe('npm install', () => {
  test('writes the types that tsconfig.json includes, and says nothing', async () => {
    await using folder = await copyProject()
    expect(afterInstall(folder.path)).toMatchObject({ status: 0, stdout: '', stderr: '' })
    const included = '.astro/types.d.ts'
    expect(readFileSync(join(folder.path, 'tsconfig.json'), 'utf8')).toContain(included)
    expect(readFileSync(join(folder.path, included), 'utf8')).toContain('content.d.ts')
    expect(existsSync(join(folder.path, '.astro/content.d.ts'))).toBe(true)
  })

  test('does not fail on a mistake in a content file, but names it', async () => {
    await using folder = await copyProject()
    writeFileSync(join(folder.path, 'src/content/faq.yaml'), 'questions: "<b>none"\n')
    const { status, stderr } = afterInstall(folder.path)
    expect(status).toBe(0)
    expect(stderr).toContain('src/content/faq.yaml')
    expect(stderr).toContain(
      'The types of Astro are missing: correct this, then run npx astro sync.',
    )
  })

  test('does nothing where development packages are left out', async () => {
    await using folder = await copyProject()
    rmSync(join(folder.path, 'node_modules/@astrojs'))
    expect(afterInstall(folder.path)).toMatchObject({ status: 0, stdout: '', stderr: '' })
    expect(existsSync(join(folder.path, '.astro'))).toBe(false)
  })
})
