/**
 * Features that a test has no use for. The last two are pages of the address bar, which cost every
 * new window 0.8 s of processor time. Only the last `--disable-features` counts, so that the others
 * repeat what Playwright disables.
 */
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
]

function flagsWithout(features: readonly string[]): string[] {
  return [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--disable-features=${features.join(',')}`,
  ]
}

/** How every Chromium of the tests and benches is started. */
export const chromiumFlags = flagsWithout(disabledFeatures)

/**
 * For journeys, each of which has a window of its own for some seconds: no process is kept ready for
 * the next page, and no code is optimised, which costs a quarter of the processor time and saves less.
 */
export const journeyFlags = [
  ...flagsWithout([...disabledFeatures, 'SpareRendererForSitePerProcess']),
  '--js-flags=--no-opt --no-maglev',
]
