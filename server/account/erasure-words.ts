import { productName } from '../../contract/core/product.ts'
import type { ByLocale } from '../core/locale.ts'

export const erasureWords: ByLocale<{ readonly subject: string; readonly text: string }> = {
  en: {
    subject: 'Request for erasure from',
    text: `This user asks that their ${productName} account and all data about them be erased. A super admin does it with 'Remove User' in the list of users. Answer the user when it is done, or why it is not.`,
  },
  ar: {
    subject: 'طلب محو البيانات من',
    text: 'يطلب هذا المستخدم محو حسابه لدى أمان وجميع البيانات المتعلقة به. ينفّذ المشرف العام ذلك بإزالة المستخدم من قائمة المستخدمين. يُرجى الرد على المستخدم عند التنفيذ، أو بيان سبب عدم التنفيذ.',
  },
}
