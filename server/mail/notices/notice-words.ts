import type { Role } from '../../../contract/core/permissions.ts'
import { productName } from '../../../contract/core/product.ts'
import { arabicMoment, type ByLocale, pluralIn } from '../../core/locale.ts'
import type { Notice } from './notice.ts'

interface NoticeWords {
  readonly hello: (name: string) => string
  readonly subjects: Readonly<Record<Notice['kind'], string>>
  readonly text: (notice: Notice, username: string) => string
  readonly advice: string
}

const roles: Readonly<Record<Role, string>> = {
  employee: 'Employee',
  team_lead: 'Team Lead',
  super_admin: 'Super Admin',
}

const account = (username: string) => `your ${productName} account '${username}'`

const by = {
  user: 'in your account',
  administrator: 'by an administrator',
}

/** 2026-03-02T08:00:00.000Z as 2026-03-02 08:00 UTC. */
const minuteOf = (at: string) => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`

function english(notice: Notice, username: string): string {
  const of = account(username)
  switch (notice.kind) {
    case 'new-browser':
      return [
        `a browser that is not known for ${of} has signed in:`,
        '',
        `Browser: ${notice.browser || 'unknown'}`,
        `System: ${notice.system || 'unknown'}`,
        `Address: ${notice.address || 'unknown'}`,
        `Time: ${minuteOf(notice.at)}`,
      ].join('\n')
    case 'password-changed':
      return `the password of ${of} was changed ${by[notice.by]}.`
    case 'email-changed':
      return `the email address of ${of} was changed from ${notice.from} to ${notice.to}. This mail goes to both.`
    case 'role-changed':
      return `the role of ${of} was changed from ${roles[notice.from]} to ${roles[notice.to]}.`
    case 'right-changed':
      return notice.isGiven
        ? `${of} may manage the users of your organization from now on: invite them, deactivate them and reset their second factors.`
        : `${of} may not manage the users of your organization any more.`
    case 'factor-added':
      return `a second factor was added to ${of}: ${notice.name}.`
    case 'factor-removed':
      return `a second factor was removed from ${of}: ${notice.name}.`
    case 'factors-reset':
      return `all second factors of ${of} were removed by an administrator.`
    case 'recovery-codes-renewed':
      return `new recovery codes were made for ${of}. The old ones do not work any more.`
    case 'recovery-code-used':
      return `a recovery code was used to sign in to ${of}. Codes that are left: ${notice.left}.`
  }
}

const arabicRoles: Readonly<Record<Role, string>> = {
  employee: 'موظف',
  team_lead: 'قائد فريق',
  super_admin: 'مشرف عام',
}

const codesLeft = {
  zero: 'لم يبقَ أي رمز.',
  one: 'بقي رمز واحد.',
  two: 'بقي رمزان.',
  few: 'بقيت {count} رموز.',
  many: 'بقي {count} رمزًا.',
  other: 'بقي {count} رمز.',
}

/** Addresses stand on lines of their own, so that their parts keep their order. */
function arabic(notice: Notice, username: string): string {
  const account = `حسابك لدى أمان «${username}»`
  const unknown = 'غير معروف'
  switch (notice.kind) {
    case 'new-browser':
      return [
        `تم تسجيل الدخول إلى ${account} من متصفح غير معروف:`,
        '',
        `المتصفح: ${notice.browser || unknown}`,
        `النظام: ${notice.system || unknown}`,
        `الوقت: ${arabicMoment(notice.at)}`,
        'عنوان الشبكة (IP):',
        notice.address || unknown,
      ].join('\n')
    case 'password-changed':
      return notice.by === 'user'
        ? `تم تغيير كلمة مرور ${account} من داخل الحساب.`
        : `غيّر أحد المشرفين كلمة مرور ${account}.`
    case 'email-changed':
      return [
        `تم تغيير عنوان البريد الإلكتروني في ${account}.`,
        '',
        'العنوان السابق:',
        notice.from,
        'العنوان الجديد:',
        notice.to,
        '',
        'أُرسلت هذه الرسالة إلى العنوانين.',
      ].join('\n')
    case 'role-changed':
      return `تم تغيير الدور في ${account} من «${arabicRoles[notice.from]}» إلى «${arabicRoles[notice.to]}».`
    case 'right-changed':
      return notice.isGiven
        ? `أصبح في إمكانك، عبر ${account}، إدارة مستخدمي مؤسستك: دعوتهم وإلغاء تنشيطهم وإزالة عواملهم الثانية.`
        : `لم تعد إدارة مستخدمي مؤسستك متاحة عبر ${account}.`
    case 'factor-added':
      return `أُضيف عامل ثانٍ إلى ${account}: «${notice.name}».`
    case 'factor-removed':
      return `أُزيل عامل ثانٍ من ${account}: «${notice.name}».`
    case 'factors-reset':
      return `أزال أحد المشرفين جميع العوامل الثانية من ${account}.`
    case 'recovery-codes-renewed':
      return `أُنشئت رموز استرداد جديدة في ${account}. لم تعد الرموز السابقة صالحة.`
    case 'recovery-code-used':
      return `استُخدم رمز استرداد لتسجيل الدخول إلى ${account}. ${pluralIn('ar', notice.left, codesLeft)}`
  }
}

export const noticeWords: ByLocale<NoticeWords> = {
  en: {
    hello: (name) => `Hello ${name},`,
    subjects: {
      'new-browser': `A new browser signed in to your ${productName} account`,
      'password-changed': `The password of your ${productName} account was changed`,
      'email-changed': `The email address of your ${productName} account was changed`,
      'role-changed': `The role of your ${productName} account was changed`,
      'right-changed': `The rights of your ${productName} account were changed`,
      'factor-added': `A second factor was added to your ${productName} account`,
      'factor-removed': `A second factor was removed from your ${productName} account`,
      'factors-reset': `The second factors of your ${productName} account were removed`,
      'recovery-codes-renewed': `Your ${productName} account has new recovery codes`,
      'recovery-code-used': `A recovery code of your ${productName} account was used`,
    },
    text: english,
    advice: `If you did not expect this, change your password under 'My account', end all other sessions there, and tell your administrator.`,
  },
  ar: {
    hello: (name) => `مرحبًا ${name}،`,
    subjects: {
      'new-browser': 'تسجيل دخول إلى حسابك لدى أمان من متصفح جديد',
      'password-changed': 'تم تغيير كلمة مرور حسابك لدى أمان',
      'email-changed': 'تم تغيير عنوان البريد الإلكتروني في حسابك لدى أمان',
      'role-changed': 'تم تغيير الدور في حسابك لدى أمان',
      'right-changed': 'تم تغيير صلاحيات حسابك لدى أمان',
      'factor-added': 'أُضيف عامل ثانٍ إلى حسابك لدى أمان',
      'factor-removed': 'أُزيل عامل ثانٍ من حسابك لدى أمان',
      'factors-reset': 'أُزيلت العوامل الثانية من حسابك لدى أمان',
      'recovery-codes-renewed': 'رموز استرداد جديدة في حسابك لدى أمان',
      'recovery-code-used': 'استُخدم رمز استرداد في حسابك لدى أمان',
    },
    text: arabic,
    advice:
      'إن لم يكن ذلك متوقعًا، يُرجى تغيير كلمة المرور ضمن «حسابي»، وإنهاء جميع الجلسات الأخرى هناك، وإبلاغ المشرف.',
  },
}
