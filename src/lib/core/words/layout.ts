import { i18n } from '../i18n/i18n.ts'

export const $layoutMessages = i18n('layout', {
  menu: 'Menu',
  home: 'Home',
  employee: 'My Dashboard',
  team: 'Team Dashboard',
  people: 'People',
  admin: 'Admin Dashboard',
  account: 'My account',
  navigation: 'Dashboards',
  skip: 'Skip to content',
  roleEmployee: 'Employee',
  roleTeamLead: 'Team Lead',
  roleSuperAdmin: 'Super Admin',
  logout: 'Logout',
  footer: 'Protecting SMEs in finance, health tech and insurance',
  privacyPolicy: 'Privacy Policy',
})
