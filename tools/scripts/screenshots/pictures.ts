/** One picture of the product, named after its file in docs/images. */
export interface Picture {
  readonly name: string
  readonly path: string
  /** The demo account that is signed in; undefined for public pages. */
  readonly username?: 'employee' | 'lead' | 'admin'
  readonly device: 'desktop' | 'phone'
  readonly scheme: 'light' | 'dark'
}

export const pictures: readonly Picture[] = [
  { name: 'landing', path: '/', device: 'desktop', scheme: 'light' },
  {
    name: 'employee',
    path: '/dashboard/employee',
    username: 'employee',
    device: 'desktop',
    scheme: 'light',
  },
  {
    name: 'team',
    path: '/dashboard/team',
    username: 'lead',
    device: 'desktop',
    scheme: 'light',
  },
  {
    name: 'admin',
    path: '/dashboard/admin',
    username: 'admin',
    device: 'desktop',
    scheme: 'light',
  },
  {
    name: 'users',
    path: '/dashboard/admin?tab=users',
    username: 'admin',
    device: 'desktop',
    scheme: 'light',
  },
  {
    name: 'dark',
    path: '/dashboard/team',
    username: 'lead',
    device: 'desktop',
    scheme: 'dark',
  },
  {
    name: 'phone',
    path: '/dashboard/employee',
    username: 'employee',
    device: 'phone',
    scheme: 'light',
  },
  {
    name: 'phone-dark',
    path: '/dashboard/team',
    username: 'lead',
    device: 'phone',
    scheme: 'dark',
  },
]
