import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { firstOnPath, firstThatStarts, isExecutable } from '../find-program.ts'
import { run } from './run-command.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'msedge']

const installTimeoutMs = 240_000

function say(path: string, how: string): string {
  console.log(`Browser: ${path} (${how})`)
  return path
}

/** The line of a tool's output that gives the reason for its failure. */
function reason(output: string): string {
  const lines = output.trim().split('\n')
  return (lines.find((line) => /^(E:|.*error\b)/i.test(line)) ?? lines.at(-1) ?? '').trim()
}

async function downloadWithPlaywright(): Promise<string | undefined> {
  console.log("Browser: none found, trying Playwright's download...")
  const { exitCode, output } = await run(
    'playwright',
    ['install', '--no-shell', '--no-progress', 'chromium'],
    // Without network access the download would otherwise retry for minutes.
    {
      environment: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '5000' },
      timeoutMs: installTimeoutMs,
    },
  )
  if (exitCode !== 0) console.log(`Browser: Playwright could not download one: ${reason(output)}`)
  return firstThatStarts([chromium.executablePath()])
}

async function installWithApt(name: string): Promise<void> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log(`Browser: trying the system's packages (apt-get install ${name})...`)
  const options = {
    environment: { DEBIAN_FRONTEND: 'noninteractive' },
    timeoutMs: installTimeoutMs,
  }
  await run('apt-get', ['update'], options)
  const { exitCode, output } = await run('apt-get', ['install', '-y', name], options)
  if (exitCode !== 0) console.log(`Browser: apt-get could not install one: ${reason(output)}`)
}

/** Path of a Chromium that starts. Prints instructions and returns undefined when there is none. */
export async function findBrowser(): Promise<string | undefined> {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen !== undefined && chosen !== '') {
    if (await firstThatStarts([chosen])) return say(chosen, 'CHROMIUM_PATH')
    console.log(`Browser: CHROMIUM_PATH is ${chosen}, which does not start.`)
    return undefined
  }
  const installed = await firstOnPath(names)
  if (installed !== undefined) return say(installed, 'found on PATH')
  const earlier = await firstThatStarts([chromium.executablePath()])
  if (earlier !== undefined) return say(earlier, "Playwright's, downloaded earlier")
  const downloaded = await downloadWithPlaywright()
  if (downloaded !== undefined) return say(downloaded, "Playwright's, just downloaded")
  await installWithApt('chromium')
  const packaged = await firstOnPath(names)
  if (packaged !== undefined) return say(packaged, "installed from the system's packages")
  console.log(
    'Browser: none found. Install Chromium or Chrome (Debian: sudo apt-get install chromium), or set CHROMIUM_PATH.',
  )
  return undefined
}

/**
 * The same Chromium without windows, from Debian's package: it runs tests in half the time.
 * @returns undefined when it is not installed and cannot be installed now; all tests run without it
 */
export async function findShell(): Promise<string | undefined> {
  const name = 'chromium-headless-shell'
  const path = join('/usr/bin', name)
  if (!isExecutable(path)) await installWithApt(name)
  const shell = await firstThatStarts([path])
  return shell === undefined ? undefined : say(shell, 'for tests that need no window')
}
