import { EditConflict } from '#console/parts/edit/edit-conflict.tsx'
import { Unsaved } from '#console/parts/edit/unsaved.tsx'
import { WantedRoles } from '#console/parts/field/wanted-roles.tsx'
import { t } from '#console/texts.ts'
import type { ConsoleTeam } from '#contract/console/team.ts'
import { ErrorMessage } from '#ui/act/error-message.tsx'
import { Form } from '#ui/act/form.tsx'
import { Button } from '#ui/button.tsx'
import { Field, TextArea } from '#ui/form/field.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { w } from '#ui/shared-texts.ts'
import { texts } from './kinds.ts'

type Props = {
  team: ConsoleTeam | null
  submit: string
  doneOf(name: string): string
  onSaved?(team: ConsoleTeam): void
}

const fieldName = (key: 'name' | 'description' | 'isLooking' | 'wantedRoles'): string =>
  key === 'isLooking' ? t('formation.isLooking') : key === 'wantedRoles' ? t('projects.wantedRoles') : t(`teams.${key}`)

export function TeamForm({ team, submit, doneOf, onSaved }: Props) {
  const editing = useForm(team, texts)
  const { form: values, set, isDirty, isBusy, error, faults } = editing
  const send = async () => {
    const saved = await editing.save(doneOf(values.name))
    if (saved) setTimeout(() => onSaved?.(saved)) // after the render that clears `isDirty`
  }
  return (
    <Form error={error} onSubmit={send}>
      <EditConflict editing={editing} nameOf={fieldName} />
      <Field
        label={t('teams.name')}
        hint={t('teams.name.hint')}
        fault={faults.name}
        dir="auto"
        required
        maxLength={100}
        autocomplete="off"
        value={values.name}
        onInput={({ currentTarget }) => set({ name: currentTarget.value })}
      />
      <TextArea
        label={`${t('teams.description')} (${t('optional')})`}
        hint={t('teams.description.hint')}
        fault={faults.description}
        dir="auto"
        rows={3}
        maxLength={2000}
        value={values.description}
        onInput={({ currentTarget }) => set({ description: currentTarget.value })}
      />
      <label class="choice">
        <input
          type="checkbox"
          checked={values.isLooking}
          aria-describedby="looking-hint"
          onChange={({ currentTarget }) => set({ isLooking: currentTarget.checked })}
        />
        <span>
          {t('formation.isLooking')}
          <small class="field-hint" id="looking-hint">
            {t('formation.isLooking.hint')}
          </small>
        </span>
      </label>
      <WantedRoles
        wantedRoles={values.wantedRoles}
        hint={t('formation.wantedHint')}
        fault={faults.wantedRoles}
        heading={team ? 'h3' : 'h2'}
        onChange={(wantedRoles) => set({ wantedRoles })}
      />
      <ErrorMessage of={faults['']} />
      <div class="row">
        <Button type="submit" isBusy={isBusy} disabled={!isDirty}>
          {submit}
        </Button>
        {isDirty && (
          <Button look="plain" onClick={editing.revert}>
            {w('discard')}
          </Button>
        )}
      </div>
      <Unsaved isDirty={isDirty} />
    </Form>
  )
}
