import type { MailOpinion } from '../../../contract/emails/mail-reports.ts'
import type { ThreatLevel } from '../../../contract/emails/threat-level.ts'
import { arabicMoment, type ByLocale } from '../../core/locale.ts'

interface MailReportWords {
  /** The user's name follows. */
  readonly subject: Readonly<Record<MailOpinion, string>>
  /** The beginnings of the lines; they end where the values begin. */
  readonly opinion: string
  readonly verdict: string
  readonly reason: string
  readonly sender: string
  readonly mail: string
  readonly received: string
  readonly checked: string
  readonly id: string
  readonly opinions: Readonly<Record<MailOpinion, string>>
  readonly levels: Readonly<Record<ThreatLevel, string>>
  /** @param time ISO 8601 in UTC */
  readonly moment: (time: string) => string
  readonly checkedFile: string
  readonly none: string
  readonly noNote: string
}

/** What the report of a mail says to the team lead and to support. */
export const mailReportWords: ByLocale<MailReportWords> = {
  en: {
    subject: {
      honest: 'Email reported as honest by',
      dangerous: 'Email reported as dangerous by',
    },
    opinion: 'Reported as:  ',
    verdict: 'Verdict:      ',
    reason: 'Reason:       ',
    sender: 'Sender:       ',
    mail: 'Email:        ',
    received: 'Received:     ',
    checked: 'Checked:      ',
    id: 'Id:           ',
    opinions: { honest: 'honest', dangerous: 'dangerous' },
    levels: { safe: 'safe', suspicious: 'suspicious', malicious: 'malicious' },
    moment: (time) => time,
    checkedFile: 'not kept, because the user checked a file; ask the user for it',
    none: 'none',
    noNote: 'The user added no note.',
  },
  ar: {
    subject: {
      honest: 'بلاغ عن رسالة سليمة من',
      dangerous: 'بلاغ عن رسالة خطِرة من',
    },
    opinion: 'أُبلغ عنها بأنها: ',
    verdict: 'الحكم: ',
    reason: 'السبب: ',
    sender: 'المرسِل: ',
    mail: 'الرسالة: ',
    received: 'وقت الاستلام: ',
    checked: 'وقت الفحص: ',
    id: 'المعرّف: ',
    opinions: { honest: 'سليمة', dangerous: 'خطِرة' },
    levels: { safe: 'آمنة', suspicious: 'مشبوهة', malicious: 'ضارّة' },
    moment: arabicMoment,
    checkedFile: 'غير محفوظة، لأن المستخدم فحص ملفًا؛ يُرجى طلبه من المستخدم',
    none: 'لا يوجد',
    noNote: 'لم يضف المستخدم ملاحظة.',
  },
}
