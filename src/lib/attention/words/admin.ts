import { params } from '@nanostores/i18n'
import { i18n } from '../../core/i18n/i18n.ts'
import { plural } from '../../core/i18n/plural.ts'

export const $adminMessages = i18n('admin', {
  title: 'Super Admin Dashboard',
  subtitle: 'System-wide management and analytics',
  sections: 'Super Admin Dashboard sections',
  overviewTab: 'System Overview',
  usersTab: 'User Management',
  organizationsTab: 'Organizations',
  flagsTab: 'Flags Management',
  billingTab: 'Billing',
  loading: 'Loading admin dashboard...',
  failed: 'Failed to load admin dashboard data',

  totalUsers: 'Total Users',
  totalUsersCaption: 'Active platform users',
  totalOrganizations: 'Organizations',
  totalOrganizationsCaption: 'Registered companies',
  totalScans: 'Total Scans',
  totalScansCaption: 'Emails analyzed system-wide',
  performance: 'System Performance',
  detected: 'Phishing emails detected',
  rate: 'Detection rate',
  rateCaption: 'Phishing as a share of all scanned emails',
  averageCost: 'Average cost per scan',
  shareSafe: plural('{count} safe'),
  sharePhishing: plural('{count} phishing'),
  silentTitle: 'Silent gateways',
  silentSince: params('No report since {time}'),
  silentMore: params('and {count} more'),
  silentShow: 'Show organizations',
  actions: 'Receipts and reports',
  receipt: 'Generate Receipt',
  report: 'Request Report',
  activity: 'Activity',
  webhooks: 'Webhooks',

  billingRate: 'Scan rate: 0.10 JOD per email scan',
  billingRevenue: 'Total revenue',
})
