import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { learnPlaces, type Sample } from '../../build/figures/learn-places.ts'
import { findFirstCode, moduleOfScreen } from '../../build/islands/first-code.ts'
import { withPreloads } from '../../build/islands/integration.ts'
import { checkMailboxes } from '../../build/mailboxes/check-mailboxes.ts'
import { colours } from '../../build/pictures/colours.ts'
import { drawPng, sansFamily, serifFamily } from '../../build/pictures/png.ts'
import { drawPublicFiles, shareImageSvg } from '../../build/pictures/share-image.ts'
import { root } from '../../tools/scripts/run-command.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

describe('the site', () => {
  const chunks = {
    importsOf: new Map([
      ['/assets/form.js', ['/assets/react.js', '/assets/shared.js']],
      ['/assets/client.js', ['/assets/react.js']],
      ['/assets/react.js', ['/assets/runtime.js']],
    ]),
    chunkOfModule: new Map([['src/form.ts', '/assets/form.js']]),
  }

  function page(client: string, head = ''): string {
    return `<head>${head}</head><astro-island client="${client}" component-url="/assets/form.js" renderer-url="/assets/client.js"></astro-island>`
  }

  function preloadsInHead(html: string): string[] {
    const [head = ''] = html.split('</head>')
    return [...head.matchAll(/<link rel="modulepreload" href="([^"]*)">/g)].map(
      ([, url]) => `${url}`,
    )
  }

  const ofForm = [
    '/assets/client.js',
    '/assets/form.js',
    '/assets/react.js',
    '/assets/runtime.js',
    '/assets/shared.js',
  ]

  test('a touched part names its module and every module that this imports, each once', () => {
    const html = withPreloads('<head></head><div data-touch="src/form.ts">', chunks)
    expect(html).toContain('<div data-touch="/assets/form.js" data-preload="')
    const [, preload] = /preload="([^"]*)"/.exec(html) ?? []
    expect(preload?.split(' ').toSorted()).toEqual(ofForm.filter((url) => !url.includes('client')))
    expect(preloadsInHead(html)).toEqual([])
  })

  test('a touched module without a chunk stops the build', () => {
    expect(() => withPreloads('<div data-touch="src/gone.ts">', chunks)).toThrow("'src/gone.ts'")
  })

  test.each(['load', 'only'])(
    'the head names what an island with client:%s needs, each once',
    (client) => {
      expect(preloadsInHead(withPreloads(page(client), chunks)).toSorted()).toEqual(ofForm)
    },
  )

  test('what a module imports comes before it, so that each runs by itself', () => {
    const order = preloadsInHead(withPreloads(page('only'), chunks))
    for (const [url, imports] of chunks.importsOf) {
      if (!order.includes(url)) continue
      for (const imported of imports) {
        expect(order.indexOf(imported), `${imported} before ${url}`).toBeLessThan(
          order.indexOf(url),
        )
      }
    }
  })

  test('the module that a page names is preloaded with all that it imports', () => {
    const link = '<link rel="modulepreload" data-module="src/form.ts">'
    const html = withPreloads(`<head>${link}</head>`, chunks)
    expect(preloadsInHead(html).toSorted()).toEqual(ofForm.filter((url) => !url.includes('client')))
  })

  test('a page that names a module gets the address of its chunk', () => {
    const html = withPreloads('<head><meta name="form" data-module="src/form.ts"></head>', chunks)
    expect(html).toContain('<meta name="form" content="/assets/form.js">')
    expect(preloadsInHead(html)).toEqual([])
  })

  test('a module without a chunk stops the build', () => {
    const link = '<link rel="modulepreload" data-module="src/gone.ts">'
    expect(() => withPreloads(page('only', link), chunks)).toThrow("'src/gone.ts'")
  })

  test('the scripts are named before the page asks, runs or styles anything', () => {
    const head = '<meta charset="utf-8"><script>ask()</script><style>p{}</style>'
    const html = withPreloads(page('only', head), chunks)
    expect(html.lastIndexOf('<link rel="modulepreload"')).toBeLessThan(html.indexOf('<script'))
    expect(html.indexOf('<meta charset')).toBeLessThan(html.indexOf('<link'))
  })

  test('the scripts of a page with first figures are named at its end', () => {
    const head = '<script>ask()</script><style>p{}</style>'
    const figures = `${page('only', head)}<template data-places='{}'></template>`
    const html = withPreloads(`<body>${figures}</body>`, chunks)
    expect(preloadsInHead(html)).toEqual([])
    const [, end = ''] = html.split('</template>')
    expect(end).toMatch(/^(?:<link rel="modulepreload" href="[^"]+">){5}<\/body>$/)
  })

  const folder = process.cwd()
  const [employee, team, admin, people, account] = (
    ['employee', 'team', 'admin', 'people', 'account'] as const
  ).map((screen) => `${folder}/${moduleOfScreen(screen)}`)
  const root = `${folder}/src/islands/roots/DashboardRoot.tsx`

  const graph: Readonly<Record<string, readonly string[]>> = {
    [root]: ['frame'],
    frame: ['router', root],
    [`${employee}`]: ['threats', 'gauge'],
    [`${team}`]: ['members', 'gauge', 'table'],
    [`${admin}`]: ['overview', 'page'],
    [`${people}`]: ['table', 'page', 'router'],
    gauge: ['arc'],
    table: ['row', 'arc'],
    row: ['row.css'],
    threats: ['row of threats'],
    dialog: ['form', 'gauge', 'threats'],
    'other dialog': ['form'],
  }

  test('the first code is named after the dashboards or the screens that import it', () => {
    const modules = { getModuleInfo: (id: string) => ({ importedIds: graph[id] ?? [] }) }
    const firstCode = findFirstCode(folder)
    const ids = [...new Set([...Object.keys(graph), ...Object.values(graph).flat()])].toSorted()
    const named = (nameOf: (typeof firstCode)['ofScreens']) =>
      ids.flatMap((id) => {
        const name = nameOf(id, modules)
        return name === null ? [] : [`${id}: ${name}`]
      })
    expect(named(firstCode.ofDashboards)).toEqual([
      'arc: dashboards',
      'frame: dashboards',
      'gauge: dashboards',
      'page: dashboards',
      'router: dashboards',
    ])
    expect(named(firstCode.ofScreens)).toEqual([
      'members: team-parts',
      'overview: admin-parts',
      'row: people-team-parts',
      'row of threats: employee-parts',
      'row.css: people-team-parts',
      'table: people-team-parts',
      'threats: employee-parts',
    ])
  })

  test('each build has its own first code', () => {
    const { ofDashboards } = findFirstCode(folder)
    const graphOf = (imported: string) => ({ getModuleInfo: () => ({ importedIds: [imported] }) })
    const [first, second] = [graphOf('frame'), graphOf('another frame')]
    expect(ofDashboards('frame', first)).toBe('dashboards')
    expect(ofDashboards('another frame', second)).toBe('dashboards')
    expect(ofDashboards('frame', second)).toBeNull()
  })

  test('the files that it begins with exist', () => {
    for (const path of [root, employee, team, admin, people, account])
      expect(existsSync(`${path}`), path).toBe(true)
  })

  const sample = (html: string, texts: string[], ...cases: string[]): Sample => ({
    html: `<p>${html}</p>`,
    values: { texts, cases },
  })
  const samples = [
    sample('<b title="4 of 9">4</b><i>few</i>', ['4', '4'], 'low', ''),
    sample('<b title="5 of 9">9</b><i>few</i>', ['5', '9'], 'low', ''),
    sample('<b title="7 of 9">7</b><i>no</i><u>7</u>', ['7', '7'], 'high', ''),
    sample('<b title="1 of 9">8</b><i>no</i><u>1</u>', ['1', '8'], 'high', ''),
  ]
  const places = [
    [1, 'title', '{0} of 9'],
    [1, 0, '{1}'],
    [2, 0, { low: 'few' }, 0],
    [3, 0, '{0}'],
    [3, '', { low: null }, 0],
  ]

  test('places have the values that are right for all samples, words and parts by their case', () => {
    expect(learnPlaces(samples, () => false)).toEqual({
      html: '<p><b>-</b><i>no</i><u>-</u></p>',
      places,
    })
    const rows = samples.map(({ values }) => values)
    const list = `<ul><li>-</li>${samples.map(({ html }) => html).join('')}</ul>`
    const listed = { html: list, values: { texts: [], cases: [], rows: [rows] } }
    const isRow = ({ tagName }: { tagName: string }) => tagName === 'p'
    expect(learnPlaces([listed], isRow).places).toEqual([[2, places, 0]])
    const short = { ...listed, values: { ...listed.values, rows: [rows.slice(1)] } }
    expect(() => learnPlaces([short], isRow)).toThrow('each of its rows')
    const long = { ...listed, values: { ...listed.values, rows: [[...rows, ...rows]] } }
    expect(() => learnPlaces([long], isRow)).toThrow('each row')
  })

  test.each([
    [
      'a value that is not among the texts',
      sample('<b title="6 of 8">6</b><i>few</i>', ['6', '6'], 'low', ''),
    ],
    [
      'words that depend on two cases',
      sample('<b title="6 of 9">6</b><i>late</i>', ['6', '6'], 'low', 'late'),
    ],
  ])('the build fails at %s', (_, more) => {
    expect(() => learnPlaces([...samples, more], () => false)).toThrow('cannot be placed')
  })

  test.each(['PUBLIC_SALES_EMAIL', 'PUBLIC_SUPPORT_EMAIL'])(
    '%s with an address that no mail can be sent to ends the build',
    (variable) => {
      for (const address of ['help,desk@firm.example', 'help', '<help@firm.example>']) {
        expect(() => checkMailboxes({ [variable]: address })).toThrow(
          `${variable} is '${address}', but an email address is expected`,
        )
      }
      for (const address of ['', undefined, 'help@firm.example', 'Hilfe@bücher.example']) {
        expect(() => checkMailboxes({ [variable]: address })).not.toThrow()
      }
    },
  )
})

const drawn = await drawPublicFiles()

describe('pictures', () => {
  const words = { eyebrow: 'Email security', headline: 'Open your mail in peace.' }
  const figures = [{ value: '97%', label: 'threat detection' }]

  const repository = resolve(import.meta.dirname, '../..')

  function line(text: string, family = sansFamily): string {
    return `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="120"><rect width="600" height="120" fill="#fff"/><text x="20" y="80" font-family="${family}" font-size="60">${text}</text></svg>`
  }

  /** How many pixels of a line of text are dark, and how far it reaches. */
  async function ink(text: string, family?: string) {
    const { data, info } = await sharp(drawPng(line(text, family)))
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const dark = [...data].flatMap((value, index) => (value < 128 ? [index % info.width] : []))
    return { pixels: dark.length, width: Math.max(...dark) - Math.min(...dark) }
  }

  test('The picture for shared links holds any words, whatever they mean in XML', async () => {
    const hostile = ']]><!-- & "it\'s" </text><script>'
    const svg = shareImageSvg({ eyebrow: hostile, headline: hostile }, [
      { value: hostile, label: hostile },
    ])
    const { format, width } = await sharp(drawPng(svg)).metadata()
    expect([format, width]).toEqual(['png', 1200])
  })

  test('the picture is the same on a machine without fonts', async () => {
    await using empty = await temporaryFolder()
    const script = `
    import { drawPng } from './build/pictures/png.ts'
    import { createHash } from 'node:crypto'
    let svg = ''
    for await (const part of process.stdin) svg += part
    process.stdout.write(createHash('sha256').update(drawPng(svg)).digest('hex'))`
    const svg = shareImageSvg(words, figures)
    const there = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: repository,
      input: svg,
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        HOME: empty.path,
        FONTCONFIG_PATH: empty.path,
        FONTCONFIG_FILE: '/dev/null',
      },
    })
    expect(there).toBe(createHash('sha256').update(drawPng(svg)).digest('hex'))
  })

  test.each([sansFamily, serifFamily])('%s draws letters, not boxes', async (family) => {
    const [wide, narrow, none] = [
      await ink('MMMM', family),
      await ink('iiii', family),
      line('', family),
    ]
    expect(narrow.pixels).toBeGreaterThan(100)
    expect(wide.width).toBeGreaterThan(2 * narrow.width)
    expect(drawPng(line('AB', family)).equals(drawPng(line('CD', family)))).toBe(false)
    expect(drawPng(none).equals(drawPng(line('iiii', family)))).toBe(false)
  })

  test.each([sansFamily, serifFamily])(
    'Arabic is drawn in joined letters beside %s',
    async (family) => {
      const word = '\u0623\u0645\u0627\u0646'
      const apart = [...word].join('\u200c')
      const [joined, separate] = [await ink(word, family), await ink(apart, family)]
      expect(joined.pixels).toBeGreaterThan(300)
      // Mim has a short form where a letter follows; alone it has a tail.
      expect(joined.width).toBeLessThan(separate.width)
      // Another word of as many letters: boxes would be the same.
      expect(
        drawPng(line(word, family)).equals(drawPng(line('\u0628\u0633\u0637\u062d', family))),
      ).toBe(false)
    },
  )

  /** How far a line of the picture's headline reaches, in pixels from its left edge. */
  async function reach(headline: string) {
    const svg = shareImageSvg({ eyebrow: 'أمن', headline }, [], 'rtl')
    const { data, info } = await sharp(drawPng(svg))
      .extract({ left: 420, top: 220, width: 780, height: 84 })
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const dark = [...data].flatMap((value, index) => (value < 128 ? [index % info.width] : []))
    return { left: 420 + Math.min(...dark), right: 420 + Math.max(...dark) }
  }

  /** How far the pixels of a colour reach, from the left edge. */
  async function reachOf(colour: string, direction: 'ltr' | 'rtl') {
    const svg = shareImageSvg({ eyebrow: '', headline: '' }, [{ value: '', label: '' }], direction)
    const { data } = await sharp(drawPng(svg))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const wanted = Buffer.from(colour.slice(1), 'hex')
    const found: number[] = []
    for (let at = 0; at < data.length; at += 3) {
      if (wanted.equals(data.subarray(at, at + 3))) found.push((at / 3) % 1200)
    }
    return [Math.min(...found), Math.max(...found)] as const
  }

  test.each(['accent', 'accentWash'] as const)(
    'what is drawn in %s stands at the other side of an Arabic picture',
    async (colour) => {
      const [left, right] = await reachOf(colours[colour], 'ltr')
      const [mirroredLeft, mirroredRight] = await reachOf(colours[colour], 'rtl')
      expect(Math.abs(1199 - right - mirroredLeft)).toBeLessThanOrEqual(2)
      expect(Math.abs(1199 - left - mirroredRight)).toBeLessThanOrEqual(2)
    },
  )

  test('an Arabic picture begins at the right and ends its sentence at the left', async () => {
    const [bare, sentence] = [await reach('بريدك في أمان'), await reach('بريدك في أمان.')]
    expect(sentence.right).toBe(bare.right)
    expect(sentence.right).toBeGreaterThan(1100)
    expect(sentence.left).toBeLessThan(bare.left)
  })

  test('The colours of icons and of the browser are those of the page', () => {
    const tokens = readFileSync('src/styles/tokens.css', 'utf8')
    const pair = (name: string) =>
      new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(tokens)?.slice(1)
    expect([colours.paper, colours.paperDark]).toEqual(pair('paper'))
    expect([colours.accent, colours.accentDark]).toEqual(pair('accent'))
    expect(pair('ink')).toContain(colours.ink)
    expect(pair('ink-soft')).toContain(colours.inkSoft)
    expect(pair('line')).toContain(colours.line)
    expect(pair('accent-wash')).toContain(colours.accentWash)
  })

  const inPublic = (name: string) => readFileSync(join(root, 'public', name))
  const advice = 'draw it again: npm run icons'

  /** Processors round differently where two colours meet. */
  const roundingOfChannel = 2

  test('the icons in public/ are those that npm run icons draws', () => {
    expect([...drawn.keys()]).toEqual([
      'favicon.svg',
      'icons/180.png',
      'icons/192.png',
      'icons/512.png',
    ])
    expect(inPublic('favicon.svg').toString(), advice).toBe(String(drawn.get('favicon.svg')))
  })

  test.each([180, 192, 512])('public/icons/%i.png shows what its source draws', async (size) => {
    const name = `icons/${size}.png`
    const pixelsOf = (file: Buffer) =>
      sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    const kept = await pixelsOf(inPublic(name))
    const now = await pixelsOf(drawn.get(name) ?? expect.fail('not drawn'))
    expect(kept.info).toMatchObject({ width: size, height: size })
    expect(now.info).toMatchObject({ width: size, height: size })
    const differences = now.data.map((value, index) => Math.abs(value - (kept.data[index] ?? 0)))
    expect(
      differences.reduce((most, value) => Math.max(most, value), 0),
      advice,
    ).toBeLessThanOrEqual(roundingOfChannel)
  })
})
