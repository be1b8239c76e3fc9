import { setTimeout } from 'node:timers/promises'
import { baseLocale, type Locale } from '../contract/core/locale.ts'
import { createApp } from './app.ts'
import { createDenialRecorder } from './audit/record.ts'
import { authentication } from './authentication.ts'
import { type Clock, secondMs } from './core/clock.ts'
import type { Configuration } from './core/configuration.ts'
import { describeAddress, placeOf } from './core/database-address.ts'
import { createLog, type Log } from './core/log.ts'
import type { Lifecycle } from './core/ports.ts'
import { NotYetError, wordsOfCause } from './core/start-error.ts'
import { version } from './core/version.ts'
import { isUnavailable, retryWhileBusy } from './database/drivers/database-error.ts'
import { keptSecret } from './database/kept-secret.ts'
import { openDatabase } from './database/opening/open.ts'
import { loadSealer } from './database/secrets-key.ts'
import type { Database } from './database/tables/tables.ts'
import { demoBanner, printedMail } from './demo/banner.ts'
import { createReportNotes } from './emails/note-arrival.ts'
import { type Mode, prepareData } from './first-data.ts'
import { createRefusedCounts } from './gateways/refused-requests/refused-requests.ts'
import { startHousekeeping } from './housekeeping.ts'
import { createAccessLog } from './http/connections/access-log.ts'
import { createHostRule } from './http/connections/host.ts'
import { doctorSecret } from './http/doctor-token.ts'
import type { Services } from './http/services.ts'
import { judgeHealth, startLearner } from './judge/judge.ts'
import { type Listening, listen } from './listen.ts'
import { createMailTransport } from './mail/create-transport.ts'
import { requireOutbox } from './mail/outbox.ts'
import { startMailWorker } from './mail/worker.ts'
import { startMailboxWorker } from './mailboxes/watch/worker.ts'
import type { Metrics } from './metrics/metrics.ts'
import { loadPolicies } from './policy/policy.ts'
import { servicesFrom } from './services-from.ts'
import { startResetWorker } from './sign-in/links/answer-resets.ts'
import { openBreachedPasswords } from './sign-in/passwords/breached-passwords.ts'
import { createPasswordHasher, readOwnPasswordRule } from './sign-in/passwords/passwords.ts'
import { notOffered } from './sign-in/show-capabilities.ts'
import type { Tracing } from './tracing/tracing.ts'
import { startWebhookWorker } from './webhooks/worker.ts'

interface Running {
  /** Prints that the server is ready; from then on it can be stopped. */
  announce(): Promise<void>
  /**
   * Completes running requests and stops.
   * @param isAnnounced whether to wait first, so that load balancers notice
   */
  stop(isAnnounced: boolean): Promise<void>
}

const clock: Clock = () => new Date()

/**
 * Opens the database, fills it if it is empty, creates the app and listens, in this order, so that the
 * first request finds everything ready.
 * @throws StartError
 */
export async function start(
  configuration: Configuration,
  mode: Mode,
  demoLocale: Locale = baseLocale,
): Promise<Running> {
  const policies = loadPolicies(configuration.policyFile)
  const breachedPasswords = await openBreachedPasswords(configuration.breachedPasswords)
  const { address, connections } = configuration.database
  const database = await openDatabase(address, connections)
  const log = createLog((line) => process.stdout.write(line))
  const lifecycle: Lifecycle = { isStopping: false, isLeaving: false }
  const passwords = createPasswordHasher()
  const delivery = createMailTransport(configuration.mail)
  const print = (text: string) => process.stdout.write(text)
  const transport = mode === 'demo' ? printedMail(delivery, print) : delivery
  let metrics: Awaited<ReturnType<typeof createMetricsFor>>
  let tracing: Tracing | undefined
  try {
    const { server, outboxDirectory } = configuration.mail
    if (server === null && mode === 'production') await requireOutbox(outboxDirectory)
    await prepareData(
      { database, clock, passwords, breachedPasswords },
      mode,
      configuration.firstAdmin,
      demoLocale,
    )
    const refused = createRefusedCounts({ database, clock, log })
    metrics = await createMetricsFor(configuration, database)
    tracing = await createTracingFor(configuration, log)
    const services: Services = {
      ...servicesFrom(configuration),
      database,
      clock,
      log,
      lifecycle,
      passwords,
      policies,
      breachedPasswords,
      asksForOwnPassword: await retryWhileBusy(() =>
        readOwnPasswordRule(database, configuration.ownPasswords),
      ),
      receiptLinks: {
        secret:
          configuration.receipts.secret ||
          (await retryWhileBusy(() => keptSecret({ database, clock }, 'receipts'))),
        minutes: configuration.receipts.linkMinutes,
      },
      sealer: await retryWhileBusy(() =>
        loadSealer({ database, clock, address }, configuration.secretsKey),
      ),
      authentication,
      recordDenial: createDenialRecorder({ database, clock }),
      noteReport: createReportNotes({ database, clock }),
      countRefused(request) {
        metrics?.countRefused(request.reason)
        return refused.count(request)
      },
      judgeHealth: () => judgeHealth(log),
      countScans: (levels) => metrics?.countScans(levels),
      showsDocs: mode === 'demo' || configuration.showsDocs,
    }
    // The doctor reads it, and changes nothing.
    await retryWhileBusy(() => keptSecret({ database, clock }, doctorSecret))
    const listening = await listenAs(configuration, services, [metrics, tracing])
    const housekeeping = startHousekeeping(services)
    const mailWorker = startMailWorker({ ...services, transport })
    const resetWorker = startResetWorker(services)
    const webhookWorker = startWebhookWorker(services)
    const learner = startLearner(services)
    const mailboxWorker = startMailboxWorker(services)
    const stop = async (isAnnounced: boolean) => {
      lifecycle.isStopping = true
      const delaySeconds = isAnnounced ? configuration.shutdownDelaySeconds : 0
      if (delaySeconds > 0) {
        log('info', 'stopping', { delaySeconds })
        await setTimeout(delaySeconds * secondMs)
        lifecycle.isLeaving = true
        await listening.untilLeft()
      }
      await listening.close()
      await metrics?.close()
      await Promise.all([
        tracing?.close(),
        housekeeping.stop(),
        mailWorker.stop(),
        resetWorker.stop(),
        webhookWorker.stop(),
        learner.stop(),
        mailboxWorker.stop(),
        refused.stop(),
      ])
      await database.destroy()
      await breachedPasswords.close()
      log('info', 'stopped')
    }
    return {
      async announce() {
        await listening.isRead.catch(async (cause) => {
          await stop(false)
          throw cause
        })
        const mail = transport.description
        const place = { version, url: listening.url, database: describeAddress(address), mail }
        if (mode === 'demo') process.stdout.write(await demoBanner(services, place, demoLocale))
        else log('info', 'started', place)
        if (mode === 'production') {
          const hasKey = services.sealer !== null
          for (const left of notOffered({ ...services, hasKey }))
            log('warning', 'not offered', left)
        }
      },
      stop,
    }
  } catch (cause) {
    await Promise.all([metrics?.close(), tracing?.close()])
    await database.destroy()
    await breachedPasswords.close()
    if (!isUnavailable(cause)) throw cause
    throw new NotYetError(`Cannot use the database ${placeOf(address)}: ${wordsOfCause(cause)}`)
  }
}

/** Loaded only where it is used, because it takes memory. */
async function createMetricsFor({ metricsAddress }: Configuration, database: Database) {
  if (metricsAddress === null) return undefined
  const { createMetrics, listenForMetrics } = await import('./metrics/metrics.ts')
  const metrics = createMetrics({ database, clock })
  return { ...metrics, ...(await listenForMetrics(metricsAddress, metrics)) }
}

/** Loaded only where it is used. */
async function createTracingFor(
  { tracesEndpoint, tracingProxies }: Configuration,
  log: Log,
): Promise<Tracing | undefined> {
  if (tracesEndpoint === null) return undefined
  const { createTracing } = await import('./tracing/tracing.ts')
  return createTracing(tracesEndpoint, tracingProxies, log)
}

function listenAs(
  configuration: Configuration,
  services: Services,
  watching: readonly (Pick<Metrics, 'watchRequest'> | undefined)[],
): Promise<Listening> {
  const { mostConnections, logsRequests } = configuration
  const { log, lifecycle } = services
  return listen(createApp(services), configuration, {
    mostConnections,
    lifecycle,
    log,
    answersHost: createHostRule(configuration),
    watchers: [
      ...(logsRequests ? [createAccessLog(log, configuration)] : []),
      ...watching.flatMap((watch) => watch?.watchRequest ?? []),
    ],
  })
}
