export type Column =
  | 'username'
  | 'email'
  | 'full_name'
  | 'first_name'
  | 'last_name'
  | 'role'
  | 'organization'
  | 'department'
  | 'phone'
  | 'is_active'
  | 'aliases'

/** Names of columns in exports of Aman, Excel, Entra ID and Google Workspace, without spaces and signs. */
const namesOf: Readonly<Record<Column, readonly string[]>> = {
  username: ['username', 'user', 'login', 'userid', 'اسمالمستخدم'],
  email: [
    'email',
    'mail',
    'emailaddress',
    'mailaddress',
    'userprincipalname',
    'workemail',
    'البريدالإلكتروني',
    'البريدالالكتروني',
    'البريد',
  ],
  full_name: ['fullname', 'name', 'displayname', 'employeename', 'الاسمالكامل', 'الاسم'],
  first_name: ['firstname', 'first', 'givenname', 'الاسمالأول', 'الاسمالاول'],
  last_name: ['lastname', 'last', 'surname', 'familyname', 'اسمالعائلة'],
  role: ['role', 'الدور'],
  organization: [
    'organization',
    'organisation',
    'organizationname',
    'company',
    'companyname',
    'المؤسسة',
    'الشركة',
  ],
  department: ['department', 'القسم'],
  phone: [
    'phone',
    'phonenumber',
    'telephone',
    'telephonenumber',
    'mobile',
    'mobilephone',
    'workphone',
    'الهاتف',
    'الجوال',
  ],
  is_active: ['isactive', 'active', 'status', 'accountenabled', 'الحالة'],
  aliases: [
    'aliases',
    'alias',
    'otheraddresses',
    'proxyaddresses',
    'emailaliases',
    'العناوينالبديلة',
    'عناوينأخرى',
  ],
}

const columnByName: ReadonlyMap<string, Column> = new Map(
  Object.keys(namesOf)
    .filter(isColumn)
    .flatMap((column) => namesOf[column].map((name) => [name, column] as const)),
)

function isColumn(name: string): name is Column {
  return Object.hasOwn(namesOf, name)
}

/** In a heading of any case, in the languages that exports come in. */
const password = /passw|pwd|kennwort|mot de passe|contraseña|كلمة ?(?:ال)?(?:مرور|سر)/

export function isPasswordColumn(heading: string): boolean {
  return password.test(heading.normalize('NFKC').toLowerCase())
}

/** @returns undefined for a column that is not read */
export function columnOf(heading: string): Column | undefined {
  const plain = heading
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\[[^\]]*\]|\([^)]*\)/g, '')
  return columnByName.get(plain.replaceAll(/[^\p{L}\p{N}]/gu, ''))
}
