import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { forgetUser } from '../../../src/lib/core/storage/forget.ts'
import { draftOf, keepDraft } from '../../../src/lib/core/ui-state/drafts.ts'
import type { Submitted } from '../../../src/lib/core/ui-state/form.ts'
import { Field } from '../../../src/ui/Field.tsx'
import { TextField } from '../../../src/ui/TextField.tsx'
import { useDraft } from '../../../src/ui/use-draft.ts'
import { useForm } from '../../../src/ui/use-form.ts'

afterEach(() => {
  cleanup()
  forgetUser()
})

interface ExampleProps {
  readonly submit: (form: FormData) => Promise<Submitted> | Submitted
  readonly onDone?: (form: HTMLFormElement, isTypedOn: boolean) => void
  readonly draft?: string
}

function Example({ submit, onDone, draft }: ExampleProps) {
  const { pending, field, onSubmit } = useForm(submit, onDone, draft)
  return (
    <form aria-label="Example" aria-busy={pending} onSubmit={onSubmit}>
      <button type="submit" name="way" value="quick">
        Send
      </button>
      <TextField label="Name" {...field('name')} initial="Rania" />
      <TextField label="City" {...field('city')} />
      <Field label="Note" {...field('note')}>
        {(control) => <textarea {...control} />}
      </Field>
      <Field label="Role" {...field('role')}>
        {(control) => (
          <select {...control} defaultValue="lead">
            <option value="employee">Employee</option>
            <option value="lead">Lead</option>
          </select>
        )}
      </Field>
      <select aria-label="Team" name="team">
        <option value="a">A</option>
        <option value="b">B</option>
      </select>
      <input aria-label="Agreed" name="agreed" type="checkbox" />
      <input aria-label="Search text" />
    </form>
  )
}

const form = () => screen.getByRole<HTMLFormElement>('form', { name: 'Example' })
const control = (label: string) =>
  screen.getByLabelText<HTMLInputElement | HTMLSelectElement>(label)

const send = () => act(async () => void fireEvent.submit(form()))

function type(text: Readonly<Record<string, string>>): void {
  for (const [label, value] of Object.entries(text)) control(label).value = value
}

const texts = () =>
  Object.fromEntries(
    ['Name', 'City', 'Note', 'Role', 'Team'].map((label) => [label, control(label).value]),
  )

const initial = { Name: 'Rania', City: '', Note: '', Role: 'lead', Team: 'a' }
const typed = { Name: 'Omar', City: 'Abu Dhabi', Note: 'Hello', Role: 'employee', Team: 'b' }

test('a submitted form sends its fields and then has its initial values again', async () => {
  const submit = vi.fn<ExampleProps['submit']>(() => ({ status: 'done' }))
  const onDone = vi.fn()
  render(<Example submit={submit} onDone={onDone} />)
  type(typed)
  await send()
  expect(Object.fromEntries(submit.mock.lastCall?.[0] ?? [])).toEqual({
    name: 'Omar',
    city: 'Abu Dhabi',
    note: 'Hello',
    role: 'employee',
    team: 'b',
  })
  expect(texts()).toEqual(initial)
  expect(onDone).toHaveBeenCalledExactlyOnceWith(form(), false)
})

test('the browser does not leave the page with the form', async () => {
  render(<Example submit={() => ({ status: 'done' })} />)
  expect(await act(async () => fireEvent.submit(form()))).toBe(false)
})

test('a success leaves buttons and fields without a name as they are', async () => {
  render(<Example submit={() => ({ status: 'done' })} />)
  type({ 'Search text': 'gateway' })
  await send()
  expect(control('Search text').value).toBe('gateway')
  expect(screen.getByRole<HTMLButtonElement>('button').value).toBe('quick')
})

test('while a submit runs the form is busy and another one does nothing', async () => {
  const { promise, resolve } = Promise.withResolvers<Submitted>()
  const submit = vi.fn(() => promise)
  render(<Example submit={submit} />)
  expect(form().getAttribute('aria-busy')).toBe('false')
  await send()
  await send()
  expect(form().getAttribute('aria-busy')).toBe('true')
  expect(submit).toHaveBeenCalledTimes(1)
  await act(async () => resolve({ status: 'kept' }))
  expect(form().getAttribute('aria-busy')).toBe('false')
  await send()
  expect(submit).toHaveBeenCalledTimes(2)
})

test.each<Submitted>([{ status: 'kept' }, { status: 'failed' }])(
  'a submit that ends as $status keeps the input, the draft and the focus',
  async (submitted) => {
    const onDone = vi.fn()
    keepDraft('example', new FormData())
    render(<Example submit={() => submitted} onDone={onDone} draft="example" />)
    type(typed)
    control('Note').focus()
    await send()
    expect(texts()).toEqual(typed)
    expect(onDone).not.toHaveBeenCalled()
    expect(draftOf('example')).toBeDefined()
    expect(document.activeElement).toBe(control('Note'))
  },
)

test('a failed submit moves the focus to the field to go on with', async () => {
  render(<Example submit={() => ({ status: 'failed', focus: 'city' })} />)
  await send()
  expect(document.activeElement).toBe(control('City'))
})

test('invalid fields are marked with the reason, and the first one of the form gets the focus', async () => {
  const outcomes: Submitted[] = [
    {
      status: 'invalid',
      fields: ['note', 'city'].map((field) => ({ field, code: 'missing', params: {} })),
    },
    { status: 'kept' },
  ]
  render(<Example submit={() => outcomes.shift() ?? { status: 'done' }} />)
  const described = (label: string) =>
    document.getElementById(control(label).getAttribute('aria-describedby') ?? '')?.textContent
  type(typed)
  let words: string | null | undefined
  control('City').addEventListener('focus', () => {
    words = described('City')
  })
  await send()
  // The words for errors are loaded with the first error.
  await screen.findAllByText('Please fill this in.')
  expect(document.activeElement).toBe(control('City'))
  expect(words, 'a field that gets the focus already has its description').toBe(
    'Please fill this in.',
  )
  expect(described('Note')).toBe('Please fill this in.')
  expect(control('Name').hasAttribute('aria-invalid')).toBe(false)
  expect(texts()).toEqual(typed)
  await send()
  expect(screen.queryByText('Please fill this in.')).toBeNull()
})

test('what is typed during a submit stays in the form and in its draft', async () => {
  const { promise, resolve } = Promise.withResolvers<Submitted>()
  const onDone = vi.fn()
  render(<Example submit={() => promise} onDone={onDone} draft="example" />)
  type(typed)
  await send()
  type({ City: 'Dubai' })
  await act(async () => resolve({ status: 'done' }))
  expect(texts()).toEqual({ ...initial, City: 'Dubai' })
  expect(onDone).toHaveBeenCalledExactlyOnceWith(form(), true)
  expect(draftOf('example')?.fields).toMatchObject({ name: 'Rania', city: 'Dubai' })
})

test('a success removes the draft', async () => {
  keepDraft('example', new FormData())
  render(<Example submit={() => ({ status: 'done' })} draft="example" />)
  await send()
  expect(draftOf('example')).toBeUndefined()
})

test('a form without a draft leaves none behind', async () => {
  const { promise, resolve } = Promise.withResolvers<Submitted>()
  render(<Example submit={() => promise} />)
  await send()
  type({ City: 'Dubai' })
  await act(async () => resolve({ status: 'done' }))
  expect(draftOf('undefined')).toBeUndefined()
})

test.each(['\r\n', '\r'])(
  'a text whose lines are sent with %j line ends is not later input',
  async (lineEnd) => {
    const onDone = vi.fn()
    const { promise, resolve } = Promise.withResolvers<Submitted>()
    render(<Example submit={() => promise} onDone={onDone} />)
    type({ Note: `one${lineEnd}two${lineEnd}three` })
    await send()
    type({ Note: 'one\ntwo\nthree' })
    await act(async () => resolve({ status: 'done' }))
    expect(onDone).toHaveBeenCalledExactlyOnceWith(form(), false)
    expect(control('Note').value).toBe('')
  },
)

function Draft({ name }: { readonly name: string }) {
  return (
    <form ref={useDraft(name)} aria-label="Example">
      <input aria-label="Name" name="name" />
      <fieldset name="box" />
      <input aria-label="City" name="city" />
    </form>
  )
}

test('a form keeps its input as a draft and shows it the next time', () => {
  const { unmount } = render(<Draft name="example" />)
  fireEvent.input(control('Name'), { target: { value: 'Omar' } })
  expect(draftOf('example')?.fields).toEqual({ name: 'Omar', city: '' })
  fireEvent.input(control('City'), { target: { value: 'Dubai' } })
  unmount()
  render(<Draft name="example" />)
  expect([control('Name').value, control('City').value]).toEqual(['Omar', 'Dubai'])
})

test('each form has its own draft, also after its name changes', () => {
  keepDraft('second', new FormData())
  const { rerender } = render(<Draft name="first" />)
  const element = form()
  rerender(<Draft name="second" />)
  fireEvent.input(control('Name'), { target: { value: 'Omar' } })
  expect(draftOf('second')?.fields).toMatchObject({ name: 'Omar' })
  expect(draftOf('first')).toBeUndefined()
  cleanup()
  fireEvent.input(element)
  fireEvent.input(element.querySelector('input') ?? element, { target: { value: 'Late' } })
  expect(draftOf('second')?.fields).toMatchObject({ name: 'Omar' })
})

test('a draft with fields that the form does not have restores the others', () => {
  const earlier = new FormData()
  for (const name of ['gone', 'box', 'city']) earlier.set(name, 'Dubai')
  keepDraft('example', earlier)
  render(<Draft name="example" />)
  expect(control('City').value).toBe('Dubai')
})
