import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { run } from './run-command.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'msedge']

/** The same Chromium without windows: it runs tests twice as fast. Debian's package has the same name. */
const shell = 'chromium-headless-shell'

const installTimeoutMs = 240_000

function usualPlaces(): string[] {
  if (process.platform === 'darwin') {
    return ['Chromium', 'Google Chrome', 'Microsoft Edge'].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    )
  }
  if (process.platform !== 'win32') return []
  const { ProgramFiles, 'ProgramFiles(x86)': programFiles32, LOCALAPPDATA } = process.env
  const folders = [ProgramFiles, programFiles32, LOCALAPPDATA].filter((it) => it !== undefined)
  const programs = [
    'Google\\Chrome\\Application\\chrome.exe',
    'Microsoft\\Edge\\Application\\msedge.exe',
  ]
  return folders.flatMap((folder) => programs.map((program) => join(folder, program)))
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** A file of the right name may still not be a browser: Ubuntu's chromium-browser only says that it moved. */
async function starts(path: string): Promise<boolean> {
  // On Windows the question for the version would open a window.
  if (process.platform === 'win32') return true
  return (await run(path, ['--version'], { timeoutMs: 20_000 })).exitCode === 0
}

async function firstThatStarts(paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) {
    if (isExecutable(path) && (await starts(path))) return path
  }
  return undefined
}

function onPath(wanted: readonly string[]): Promise<string | undefined> {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  return firstThatStarts(wanted.flatMap((name) => folders.map((folder) => join(folder, name))))
}

function say(path: string, how: string): string {
  console.log(`Browser: ${path} (${how})`)
  return path
}

/** The line of a tool's output that says why it failed. */
function reason(output: string): string {
  const lines = output.trim().split('\n')
  return (lines.find((line) => /^(E:|.*error\b)/i.test(line)) ?? lines.at(-1) ?? '').trim()
}

async function downloadWithPlaywright(): Promise<string | undefined> {
  console.log("Browser: none found, trying Playwright's download...")
  const { exitCode, output } = await run(
    'playwright',
    ['install', '--no-shell', '--no-progress', 'chromium'],
    // Behind a closed door the download would otherwise try for minutes.
    {
      environment: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '5000' },
      timeoutMs: installTimeoutMs,
    },
  )
  if (exitCode !== 0) console.log(`Browser: Playwright could not download one: ${reason(output)}`)
  return firstThatStarts([chromium.executablePath()])
}

async function installWithApt(wanted: readonly string[]): Promise<string | undefined> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  const options = {
    environment: { DEBIAN_FRONTEND: 'noninteractive' },
    timeoutMs: installTimeoutMs,
  }
  const update = await run('apt-get', ['update'], options)
  for (const name of wanted.filter((it) => it === shell || it === 'chromium')) {
    console.log(`Browser: trying the system's packages (apt-get install ${name})...`)
    const install = await run('apt-get', ['install', '-y', name], options)
    const installed = await onPath(wanted)
    if (installed !== undefined) return installed
    const { output } = update.exitCode === 0 ? install : update
    console.log(`Browser: apt-get could not install it: ${reason(output)}`)
  }
  return undefined
}

/**
 * Path of a Chromium that starts; undefined, with what to do said on screen, when none can be had.
 * @param isForTests takes one without windows where there is one; measurements want the one that people use
 */
export async function findBrowser({ isForTests = false } = {}): Promise<string | undefined> {
  const wanted = isForTests ? [shell, ...names] : names
  const chosen = process.env.CHROMIUM_PATH
  if (chosen !== undefined && chosen !== '') {
    if (await firstThatStarts([chosen])) return say(chosen, 'CHROMIUM_PATH')
    console.log(`Browser: CHROMIUM_PATH is ${chosen}, which does not start.`)
    return undefined
  }
  const installed = await onPath(wanted)
  if (installed !== undefined) return say(installed, 'found on PATH')
  const usual = await firstThatStarts(usualPlaces())
  if (usual !== undefined) return say(usual, 'found where it is usually installed')
  const earlier = await firstThatStarts([chromium.executablePath()])
  if (earlier !== undefined) return say(earlier, "Playwright's, downloaded earlier")
  const downloaded = await downloadWithPlaywright()
  if (downloaded !== undefined) return say(downloaded, "Playwright's, just downloaded")
  const packaged = await installWithApt(wanted)
  if (packaged !== undefined) return say(packaged, "installed from the system's packages")
  console.log(
    'Browser: none. Install Chromium or Chrome (Debian: sudo apt-get install chromium), or set CHROMIUM_PATH.',
  )
  return undefined
}
