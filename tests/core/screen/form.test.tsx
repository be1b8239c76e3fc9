import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { useFileDrop } from '../../../src/islands/core/parts/FileDrop.tsx'
import { Updated } from '../../../src/islands/core/parts/Loaded.tsx'
import { $late, countLate } from '../../../src/lib/core/api/late.ts'
import { forgetUser } from '../../../src/lib/core/storage/forget.ts'
import { draftOf, keepDraft } from '../../../src/lib/core/ui-state/drafts.ts'
import type { Submitted } from '../../../src/lib/core/ui-state/form.ts'
import { Field } from '../../../src/ui/Field.tsx'
import { Notices } from '../../../src/ui/Notices.tsx'
import { PasswordField } from '../../../src/ui/PasswordField.tsx'
import { SearchField } from '../../../src/ui/SearchField.tsx'
import { Spinner } from '../../../src/ui/Spinner.tsx'
import { TextField } from '../../../src/ui/TextField.tsx'
import { useDraft } from '../../../src/ui/use-draft.ts'
import { useForm } from '../../../src/ui/use-form.ts'

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

function Draft({ name }: { readonly name: string }) {
  return (
    <form ref={useDraft(name)} aria-label="Example">
      <input aria-label="Name" name="name" />
      <fieldset name="box" />
      <input aria-label="City" name="city" />
    </form>
  )
}

function DropPlace({ onDrop }: { readonly onDrop: (files: readonly File[]) => void }) {
  return useFileDrop(onDrop) ? 'dragging' : 'waiting'
}

describe('a form', () => {
  afterEach(() => {
    cleanup()
    forgetUser()
  })

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
    // In one moment, before anything is rendered again.
    await act(async () => {
      for (let press = 0; press < 3; press += 1) fireEvent.submit(form())
    })
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
})

describe('its fields', () => {
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

  test('a password is hidden until its button is pressed; shown, it is neither corrected nor capitalized', () => {
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
    const icon = () => document.querySelector('.password-field path')?.getAttribute('d')
    const iconOfHidden = icon()
    expect(iconOfHidden).toBeTruthy()
    expect(password.type).toBe('password')
    fireEvent.click(screen.getByRole('button', { name: 'Show password' }))
    expect(password.type).toBe('text')
    expect(icon()).toBeTruthy()
    expect(icon()).not.toBe(iconOfHidden)
    expect(password.getAttribute('autocapitalize')).toBe('none')
    expect(password.getAttribute('autocorrect')).toBe('off')
    expect(password.getAttribute('spellcheck')).toBe('false')
    fireEvent.click(screen.getByRole('button', { name: 'Hide password' }))
    expect(password.type).toBe('password')
    expect(icon()).toBe(iconOfHidden)
    expect(screen.getByRole<HTMLButtonElement>('button').type).toBe('button')
    expect([password.name, password.required]).toEqual(['password', true])
    expect(password.autocomplete).toBe('current-password')
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

  const mail = new File(['From: rania@cedar.example'], 'mail.eml')

  /** Drags something over the window, and returns what the browser is told about it. */
  function drag(type: string, kind: 'Files' | 'text/plain' | undefined, leaveTo?: Element) {
    const dataTransfer = kind && { types: [kind], files: [mail], dropEffect: 'none' }
    const event = new Event(type, { cancelable: true })
    Object.assign(event, { dataTransfer: dataTransfer ?? null, relatedTarget: leaveTo ?? null })
    act(() => void window.dispatchEvent(event))
    return { isTaken: event.defaultPrevented, effect: dataTransfer?.dropEffect }
  }

  test('files that are dropped on the window are taken, and the browser does not open them', () => {
    const onDrop = vi.fn()
    const { container } = render(<DropPlace onDrop={onDrop} />)
    expect(container.textContent).toBe('waiting')
    expect(drag('dragover', 'Files')).toEqual({ isTaken: true, effect: 'copy' })
    expect(container.textContent).toBe('dragging')
    expect(drag('drop', 'Files').isTaken).toBe(true)
    expect(container.textContent).toBe('waiting')
    expect(onDrop).toHaveBeenCalledExactlyOnceWith([mail])
  })

  test.each(['text/plain', undefined] as const)(
    'what is dragged as %s is left to the browser',
    (kind) => {
      const onDrop = vi.fn()
      const { container } = render(<DropPlace onDrop={onDrop} />)
      expect(drag('dragover', kind).isTaken).toBe(false)
      expect(container.textContent).toBe('waiting')
      expect(drag('drop', kind).isTaken).toBe(false)
      expect(onDrop).not.toHaveBeenCalled()
    },
  )

  test('files that leave the window are not dragged any more, files between its elements are', () => {
    const { container } = render(<DropPlace onDrop={() => undefined} />)
    drag('dragover', 'Files')
    drag('dragleave', 'Files', document.body)
    expect(container.textContent).toBe('dragging')
    drag('dragleave', 'Files')
    expect(container.textContent).toBe('waiting')
  })

  test('files go to the current owner alone, and to the browser when it has gone', () => {
    const [first, second] = [vi.fn(), vi.fn()]
    const { rerender, unmount } = render(<DropPlace onDrop={first} />)
    rerender(<DropPlace onDrop={second} />)
    drag('drop', 'Files')
    expect(first).not.toHaveBeenCalled()
    expect(second).toHaveBeenCalledTimes(1)
    unmount()
    expect(drag('dragover', 'Files').isTaken).toBe(false)
    expect(drag('drop', 'Files').isTaken).toBe(false)
    expect(second).toHaveBeenCalledTimes(1)
  })

  const late = 'Taking longer than usual...'
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

  function show() {
    const updated = { loadedAt: new Date(), isPart: false, isReloading: true, onRefresh() {} }
    return render(
      <>
        <Spinner label="Loading your flags..." />
        <Updated {...updated} />
        <Notices />
      </>,
    )
  }

  describe('late', () => {
    beforeEach(() => vi.useFakeTimers())
    afterEach(() => {
      cleanup()
      vi.useRealTimers()
    })

    test('a list that the server is late with says so, and not that it was updated now', async () => {
      show()
      const { promise, resolve } = Promise.withResolvers<void>()
      void countLate({ method: 'GET' }, promise)
      await pass(4999)
      expect(screen.queryAllByText(late)).toEqual([])
      expect(screen.getByText(/^Updated/)).toBeDefined()
      await pass(1)
      expect(
        screen.getAllByText(late).map(({ parentElement }) => parentElement?.className),
      ).toEqual(['spinner', expect.stringContaining('updated')])
      expect(screen.getByText('Loading your flags...')).toBeDefined()
      expect(screen.queryByText(/^Updated/)).toBeNull()
      resolve()
      await pass(0)
      expect(screen.queryAllByText(late)).toEqual([])
      expect(screen.getByText(/^Updated/)).toBeDefined()
    })

    test('a change that the server is late with is a notice until the server answers', async () => {
      show()
      const { promise, reject } = Promise.withResolvers<void>()
      const failed = expect(countLate({ method: 'POST' }, promise)).rejects.toThrow('no answer')
      await pass(60_000)
      const notices = () =>
        [...document.querySelectorAll('.notice > p')].map((it) => it.textContent)
      expect(notices()).toEqual([late])
      reject(new Error('no answer'))
      await failed
      await pass(0)
      expect(notices()).toEqual([])
    })

    test('what the page asked for before is late from then on, and what is known to be long never', async () => {
      const never = new Promise<void>(() => {})
      void countLate({ method: 'POST', timeoutMs: 60_000 }, never)
      void countLate({ method: 'GET' }, never, Date.now() - 4000)
      await pass(999)
      expect($late.reads.get()).toBe(0)
      await pass(1)
      expect($late.reads.get()).toBe(1)
      await pass(60_000)
      expect($late.changes.get()).toBe(0)
    })
  })
})
