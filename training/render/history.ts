import type { Random } from '../random.ts'
import { fill, pick, type World } from './fill.ts'

const earlier = {
  en: [
    'Thanks, that works for us. Could you send the figures before {date}?',
    'Hello {first},\n\nplease find the list below. Two items are still open, the rest is done.',
    'We looked at both offers and would take the second, if the price stays at {amount}.',
    'Can we move the call to {time}? I am on the road until then.',
    'The parts came this morning. One box was wet, I will send pictures.',
    'As discussed, here is the draft. Comments are welcome until {date}.',
    'No news from my side. I will ask again next week.',
    'Please confirm that the order {digits} left your house.',
    'Sorry for the delay, I was ill. I will read it tonight.',
    'Our records show {amount} for this month, the same as for the last one.',
  ],
  ar: [
    'شكراً، هذا مناسب لنا. هل ترسلون الأرقام قبل {date}؟',
    'مرحباً {first}،\n\nالقائمة أدناه، وبقي منها بندان فقط.',
    'اطلعنا على العرضين ونفضّل الثاني إن بقي السعر {amount}.',
    'هل نؤجل المكالمة إلى {time}؟ أنا في الطريق الآن.',
    'وصلت البضاعة صباح اليوم وأحد الصناديق مبلّل، وسأرسل الصور.',
    'كما اتفقنا، هذه هي المسودة، وننتظر ملاحظاتكم حتى {date}.',
    'لا جديد من جهتي، سأسأل مرة أخرى الأسبوع القادم.',
    'أرجو تأكيد خروج الطلب {digits} من مستودعكم.',
  ],
}

/** An earlier message below an answer, as mail programs quote it. */
export function quotedHistory(world: World, random: Random): string {
  const text = fill(pick(random, earlier[world.language]), world, random)
  const date = fill('{date}', world, random)
  const quoted = text.replace(/^/gm, '> ')
  if (world.language === 'ar')
    return random.next() < 0.5
      ? `في ${date} كتب ${world.recipientFirst}:\n${quoted}`
      : `من: ${world.recipientFirst}\nتاريخ الإرسال: ${date}\nإلى: ${world.person}\n\n${text}`
  const address = world.recipient
  return pick(random, [
    `On ${date} ${world.recipientFirst} <${address}> wrote:\n${quoted}`,
    `-----Original Message-----\nFrom: ${world.recipientFirst} <${address}>\nSent: ${date}\nTo: ${world.person}\n\n${text}`,
    `From: ${world.recipientFirst} <${address}>\nSent: ${date}\nTo: ${world.person}\n\n${text}`,
  ])
}
