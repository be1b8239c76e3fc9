import type { Random } from '../random.ts'
import { letters } from './domains.ts'
import { fill, pick, type World } from './fill.ts'
import type { Line } from './page.ts'

const tops = {
  en: [
    'View in browser',
    'View this email online',
    'Trouble reading this? Open it in your browser',
  ],
  ar: ['عرض في المتصفح', 'إذا تعذّرت القراءة فافتح الرسالة في المتصفح'],
}
const menus = {
  en: ['Home', 'Shop', 'News', 'Help', 'Account', 'Offers', 'Stories', 'About us', 'Jobs', 'Blog'],
  ar: ['الرئيسة', 'المتجر', 'الأخبار', 'المساعدة', 'حسابي', 'العروض', 'من نحن'],
}
const networks = ['Facebook', 'Instagram', 'LinkedIn', 'YouTube', 'X', 'TikTok']
const imprints = {
  en: [
    'This message was sent to {email}. If you have questions, our help pages answer most of them, and people answer the rest.',
    '© 2026 {firm}. All rights reserved. 14 Harbour Street. Company number {digits}. Please do not reply to this address, it is not read.',
    'You receive this email because you have an account with {firm} or asked us to write to you. We never sell addresses. Privacy policy and terms of use apply.',
    '{firm}, registered office: {small} Station Road. Managing director: {person}. Confidential; if you are not the addressee please tell us and delete the message.',
    'Add us to your address book so that our mail reaches you. Prices include tax. Images may differ. Offers end when stocks do.',
  ],
  ar: [
    'أُرسلت هذه الرسالة إلى {email}. لأي استفسار زوروا صفحات المساعدة أو اتصلوا بنا في أوقات الدوام.',
    '© 2026 {firm}. جميع الحقوق محفوظة. عمّان، الأردن. يرجى عدم الرد على هذا العنوان.',
    'تصلك هذه الرسالة لأن لديك حساباً لدى {firm} أو طلبت مراسلتنا. تسري سياسة الخصوصية وشروط الاستخدام.',
    'هذه الرسالة وما أُرفق بها سرية، فإن وصلتك خطأً فنرجو إبلاغ المرسل وحذفها.',
  ],
}

/**
 * The frame that senders' systems put around a text, and attacks copy: menus, networks and small
 * print.
 */
export function frame(
  lines: readonly Line[],
  world: World,
  target: () => string,
  random: Random,
): Line[] {
  const { language } = world
  const top: Line[] =
    random.next() < 0.5 ? [{ text: pick(random, tops[language]), target: target() }] : []
  const menu = menus[language].filter(() => random.next() < 0.35)
  const follow = random.next() < 0.45 ? networks.filter(() => random.next() < 0.6) : []
  const imprint = imprints[language].filter(() => random.next() < 0.4)
  return [
    ...top,
    ...menu.map((text) => ({ text, target: target() })),
    ...lines,
    ...follow.map((text) => ({
      text,
      target: `https://www.${text.toLowerCase()}.com/${letters(random, 8)}`,
    })),
    ...imprint.map((text) => ({ text: fill(text, world, random) })),
  ]
}
