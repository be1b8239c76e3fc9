import type { Random } from '../random.ts'
import { letters } from './domains.ts'
import { pick } from './fill.ts'

interface Delivery {
  readonly from: string
  readonly domain: string
  readonly recipient: string
  readonly isAttack: boolean
}

/** Headers that a receiving gateway writes, or none as in exported mail. */
export function gatewayHeaders(delivery: Delivery, random: Random): string[] {
  const write = pick(random, [none, google, microsoft, microsoft, postfix, list])
  return write(delivery, results(delivery, random), random)
}

type Results = ReturnType<typeof results>

/** Honest mail fails too, after forwarding, and attacks pass where they own a domain. */
function results({ isAttack }: Delivery, random: Random) {
  const passes = random.next() < (isAttack ? 0.78 : 0.9)
  const spf = passes ? 'pass' : pick(random, ['fail', 'none', 'softfail', 'neutral'])
  const dkim = passes ? pick(random, ['pass', 'pass', 'none']) : pick(random, ['none', 'fail'])
  return {
    spf,
    dkim,
    dmarc: passes ? pick(random, ['pass', 'none']) : pick(random, ['fail', 'none']),
  }
}

const address = (random: Random) => `203.0.113.${Math.floor(random.next() * 250)}`

const none = () => []

function google(
  { from, domain, recipient }: Delivery,
  { spf, dkim, dmarc }: Results,
  random: Random,
) {
  const ip = address(random)
  return [
    `Delivered-To: ${recipient}`,
    `Received: from ${domain} (${domain}. [${ip}]) by mx.google.com with ESMTPS id ${letters(random, 22)} for <${recipient}> (version=TLS1_3)`,
    `Received-SPF: ${spf} (google.com: domain of ${from} designates ${ip} as permitted sender) client-ip=${ip};`,
    `Authentication-Results: mx.google.com; dkim=${dkim} header.i=@${domain} header.s=s1; spf=${spf} smtp.mailfrom=${from}; dmarc=${dmarc} (p=NONE) header.from=${domain}`,
  ]
}

function microsoft({ from, domain }: Delivery, { spf, dkim, dmarc }: Results, random: Random) {
  const host = `${letters(random, 10).toUpperCase()}.eurprd0${1 + Math.floor(random.next() * 9)}.prod.outlook.com`
  return [
    `Received: from ${host} (2603:10a6::1) by ${letters(random, 10).toUpperCase()}.prod.outlook.com with HTTPS`,
    `Authentication-Results: spf=${spf} (sender IP is ${address(random)}) smtp.mailfrom=${from.split('@')[1]}; dkim=${dkim} (signature was verified) header.d=${domain};dmarc=${dmarc} action=none header.from=${domain};compauth=${dmarc} reason=100`,
    `X-MS-Exchange-Organization-SCL: ${pick(random, ['-1', '1', '1', '5'])}`,
  ]
}

function postfix(
  { from, domain, recipient }: Delivery,
  { spf, dkim, dmarc }: Results,
  random: Random,
) {
  return [
    `Received: from ${domain} (unknown [${address(random)}]) by mx.firm.example (Postfix) with ESMTPS id ${letters(random, 11).toUpperCase()} for <${recipient}>`,
    `Authentication-Results: mx.firm.example; dkim=${dkim} header.d=${domain}; spf=${spf} smtp.mailfrom=${from}; dmarc=${dmarc} header.from=${domain}`,
    `X-Rspamd-Server: mx`,
  ]
}

/** A forwarder or mailing list between the sender and the gateway. */
function list({ from, domain }: Delivery, { dkim }: Results, random: Random) {
  return [
    `Received: from forwarder.example (forwarder.example [${address(random)}]) by mx.firm.example (Postfix) with ESMTP id ${letters(random, 11)}`,
    `Received: from ${domain} ([${address(random)}]) by forwarder.example with ESMTP id ${letters(random, 9)}`,
    `Authentication-Results: mx.firm.example; dkim=${dkim} header.d=${domain}; spf=${pick(random, ['softfail', 'fail', 'pass'])} smtp.mailfrom=${from}`,
  ]
}
