import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { Field } from '../../../src/ui/Field.tsx'
import { Options } from '../../../src/ui/Options.tsx'
import { PasswordField } from '../../../src/ui/PasswordField.tsx'
import { SearchField } from '../../../src/ui/SearchField.tsx'
import { TextField } from '../../../src/ui/TextField.tsx'

afterEach(cleanup)

type FieldProps = Omit<ComponentProps<typeof Field>, 'label' | 'children'>

function showField(props: FieldProps) {
  render(
    <Field label="Name" {...props}>
      {(control) => <input {...control} />}
    </Field>,
  )
  return screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
}

/** The description that a screen reader reads after the name of a control. */
function descriptionOf(control: HTMLElement): (string | null | undefined)[] {
  const ids = control.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent)
}

test.each<[string, FieldProps, string[]]>([
  ['nothing', {}, []],
  ['its hint', { hint: 'As on the passport' }, ['As on the passport']],
  ['its problem', { problem: 'Too long' }, ['Too long']],
  ['its problem before its hint', { problem: 'Too long', hint: 'Short' }, ['Too long', 'Short']],
])('a control is described by %s', (_, props, described) => {
  const control = showField(props)
  expect(descriptionOf(control)).toEqual(described)
  expect(control.hasAttribute('aria-describedby')).toBe(described.length > 0)
  const shown = [...document.querySelectorAll('.field > p')].slice(1)
  expect(shown.map(({ textContent }) => textContent)).toEqual(described)
})

test('a control with a problem is invalid, even without words for it', () => {
  expect(showField({ problem: 'Too long' }).getAttribute('aria-invalid')).toBe('true')
  cleanup()
  const wordless = showField({ problem: '' })
  expect(wordless.getAttribute('aria-invalid')).toBe('true')
  expect(wordless.hasAttribute('aria-describedby')).toBe(false)
  cleanup()
  expect(showField({}).hasAttribute('aria-invalid')).toBe(false)
})

test('a required control says so, and its star is not part of its name', () => {
  expect(showField({ required: true }).getAttribute('aria-required')).toBe('true')
  expect(screen.getByText('*').getAttribute('aria-hidden')).toBe('true')
  cleanup()
  expect(showField({}).hasAttribute('aria-required')).toBe(false)
  expect(screen.queryByText('*')).toBeNull()
})

test('a control has the name of its field in the form', () => {
  expect(showField({ name: 'owner' }).name).toBe('owner')
})

test.each([
  ['text', null],
  ['email', 'none'],
  ['tel', 'none'],
] as const)('a field for %s offers no autofill and no spelling', (type, capitals) => {
  render(<TextField label="Contact" name="contact" type={type} />)
  const control = screen.getByLabelText<HTMLInputElement>('Contact')
  expect(control.type).toBe(type)
  expect(control.autocomplete).toBe('off')
  expect(control.getAttribute('spellcheck')).toBe('false')
  expect(control.getAttribute('autocapitalize')).toBe(capitals)
})

test('a text field is an empty optional text unless it is given more', () => {
  render(<TextField label="City" name="city" />)
  const city = screen.getByLabelText<HTMLInputElement>('City')
  expect([city.type, city.value, city.hasAttribute('aria-required')]).toEqual(['text', '', false])
  expect(city.hasAttribute('autocapitalize')).toBe(false)
  render(
    <TextField
      label="Name"
      name="name"
      initial="Rania"
      placeholder="First name"
      required
      problem="Too long"
    />,
  )
  const name = screen.getByLabelText<HTMLInputElement>('Name')
  expect([name.name, name.value, name.placeholder]).toEqual(['name', 'Rania', 'First name'])
  expect(name.getAttribute('aria-required')).toBe('true')
  expect(descriptionOf(name)).toEqual(['Too long'])
})

test('a password is hidden until its button is pressed, and again after the next press', () => {
  render(
    <PasswordField
      label="Password"
      name="password"
      hint="At least 15 characters"
      autoComplete="new-password"
      required
    />,
  )
  const password = screen.getByLabelText<HTMLInputElement>('Password')
  const icon = () => document.querySelector('.password-field path')?.getAttribute('d')
  const iconOfHidden = icon()
  expect(iconOfHidden).toBeTruthy()
  expect(password.type).toBe('password')
  fireEvent.click(screen.getByRole('button', { name: 'Show password' }))
  expect(password.type).toBe('text')
  expect(icon()).toBeTruthy()
  expect(icon()).not.toBe(iconOfHidden)
  fireEvent.click(screen.getByRole('button', { name: 'Hide password' }))
  expect(password.type).toBe('password')
  expect(icon()).toBe(iconOfHidden)
  expect(screen.getByRole<HTMLButtonElement>('button').type).toBe('button')
})

test('a shown password is neither corrected nor capitalized, and password managers know its kind', () => {
  render(
    <PasswordField
      label="Password"
      name="password"
      hint="At least 15 characters"
      autoComplete="current-password"
      required
      problem="Wrong"
    />,
  )
  const password = screen.getByLabelText<HTMLInputElement>('Password')
  expect(password.name).toBe('password')
  expect(password.required).toBe(true)
  expect(password.autocomplete).toBe('current-password')
  expect(password.getAttribute('autocapitalize')).toBe('none')
  expect(password.getAttribute('autocorrect')).toBe('off')
  expect(password.getAttribute('spellcheck')).toBe('false')
  expect(descriptionOf(password)).toEqual(['Wrong', 'At least 15 characters'])
})

test('a search starts with the given text and follows what is typed', async () => {
  const onSearch = vi.fn()
  render(<SearchField label="Search" hint="Name or address" value="ran" onSearch={onSearch} />)
  const search = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' })
  expect([search.value, search.placeholder]).toEqual(['ran', 'Name or address'])
  expect(onSearch).toHaveBeenLastCalledWith('ran')
  await act(async () => void fireEvent.change(search, { target: { value: 'rania' } }))
  expect(search.value).toBe('rania')
  expect(onSearch).toHaveBeenLastCalledWith('rania')
})

test('a search goes to the current target when that changes', () => {
  const [first, second] = [vi.fn(), vi.fn()]
  const { rerender } = render(<SearchField label="Search" hint="" value="ran" onSearch={first} />)
  rerender(<SearchField label="Search" hint="" value="ran" onSearch={second} />)
  expect(second).toHaveBeenCalledExactlyOnceWith('ran')
})

test('options keep the order of their values and show their words', () => {
  render(
    <select aria-label="Role">
      <Options values={['lead', 'employee']} labels={{ employee: 'Employee', lead: 'Team lead' }} />
    </select>,
  )
  const options = screen.getAllByRole<HTMLOptionElement>('option')
  expect(options.map(({ value, textContent }) => [value, textContent])).toEqual([
    ['lead', 'Team lead'],
    ['employee', 'Employee'],
  ])
})
