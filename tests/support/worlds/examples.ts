import type { User } from '../../../contract/users/user.ts'

export const userExample: User = {
  id: '0198a3c2-6d41-7a53-9b1e-2f7c5d904e11',
  username: 'rania',
  email: 'rania@clinic.example',
  full_name: 'Rania Khoury',
  role: 'employee',
  organization_id: '0198a3c2-5f10-7c9a-a3d7-4e8b16c2f093',
  department: 'Accounts',
  phone: '+962 6 555 0100',
  is_active: true,
  risk_score: 42.5,
  has_consented: true,
}

export const organizationExample = {
  id: '0198a3c2-5f10-7c9a-a3d7-4e8b16c2f093',
  name: 'Cedar Clinic',
  industry: 'health_tech',
  contact_email: 'office@clinic.example',
  phone: '+962 6 555 0100',
  address: '12 Rainbow Street, Amman',
  website: 'https://clinic.example',
  employee_count: 120,
  total_scans: 12_345,
  total_cost: 1234.5,
  created_at: '2025-01-05T08:00:00.000Z',
  gateway_silent_since: null,
  suspended_at: null,
  recent_threats: 42,
  usual_threats: 6.5,
  has_unusual_attacks: true,
  locale: 'ar',
} as const
