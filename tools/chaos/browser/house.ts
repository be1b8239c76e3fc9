import type { Browser } from '@playwright/test'
import { launch, prepareSite } from '../../../tests/support/browser/phone.ts'
import { openPlace } from '../../../tests/support/browser/place.ts'
import { startServer } from '../../../tests/support/server/running-server.ts'
import type { Place } from '../../../tests/support/worlds/factories.ts'
import type { Stage } from '../prove/stage.ts'

/** The built site, a server of its own that serves it, and a browser to visit it with. */
export interface House extends AsyncDisposable {
  readonly browser: Browser
  readonly url: string
  readonly place: Place
}

/** @param environment laid over the server's */
export async function openHouse(
  stage: Stage,
  environment: Record<string, string> = {},
): Promise<House> {
  const browserPath = await prepareSite()
  await using cleanUp = new AsyncDisposableStack()
  const databaseUrl = await stage.newDatabase()
  const { url } = cleanUp.use(await startServer(databaseUrl, environment))
  const place = cleanUp.use(await openPlace(databaseUrl))
  const browser = cleanUp.adopt(await launch(browserPath), (launched) => launched.close())
  const disposal = cleanUp.move()
  return { browser, url, place, [Symbol.asyncDispose]: () => disposal.disposeAsync() }
}
