import { EditConflict } from '#console/parts/edit/edit-conflict.tsx'
import { Unsaved } from '#console/parts/edit/unsaved.tsx'
import { t } from '#console/texts.ts'
import type { ConsoleRound } from '#contract/console/round.ts'
import { bundleReaders, LONGEST_ROUND_NAME, MOST_CHOICES, placementRules, roundModes } from '#contract/round.ts'
import { editableIn, type RoundKey, untilOpen } from '#rules/round/round.ts'
import { ErrorMessage } from '#ui/act/error-message.tsx'
import { Form } from '#ui/act/form.tsx'
import { Button } from '#ui/button.tsx'
import { Choices, Field } from '#ui/form/field.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { w } from '#ui/shared-texts.ts'
import { zoneName } from '#ui/time/format.ts'
import { editableRound, type RoundForm as Values } from './editable.ts'
import { isLookedAt } from './labels.tsx'
import { ProjectPicker } from './project-picker.tsx'

type Props = { round: ConsoleRound | null; onSaved(round: ConsoleRound): void }

const MOST_HOURS = 168
const fieldName = (key: keyof Values & string): string => t(`rounds.${key}`)

/** The form of a new round and of one that exists; what its state does not allow to change is disabled. */
export function RoundForm({ round, onSaved }: Props) {
  const editing = useForm(round, editableRound)
  const { form: values, set, isDirty, isBusy, error, faults } = editing
  const state = round?.state ?? 'draft'
  const isFixed = (key: RoundKey): boolean => !editableIn[key].includes(state) || (round?.publishAt ?? null) !== null
  const hint = (key: RoundKey, text?: string): string | undefined => (isFixed(key) ? t('rounds.fixed') : text)
  const isRanked = values.mode === 'ranked'
  const staysClosed = round?.bundleFor === 'participants' && !untilOpen.includes(state)
  const mustStay = state === 'open' || state === 'sealed'
  const present = new Set(round?.projects.map(({ id }) => id))
  const send = async () => {
    const saved = await editing.save(t(round ? 'saved' : 'rounds.created'))
    if (saved) setTimeout(() => onSaved(saved)) // after the render that clears `isDirty`
  }
  const text = (key: 'name' | 'slug' | 'opensAt' | 'closesAt' | 'mostChoices' | 'offerHours') => ({
    label: t(`rounds.${key}`),
    value: values[key],
    fault: faults[key],
    disabled: isFixed(key),
    autocomplete: 'off',
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement }) => set({ [key]: currentTarget.value }),
  })
  return (
    <Form class="stack round-form" error={error} onSubmit={send}>
      <EditConflict editing={editing} nameOf={fieldName} />
      {round && state !== 'draft' && <p class="round-warning">{t('rounds.edit.public')}</p>}
      {round && state === 'sealed' && isLookedAt(round) && <p class="round-warning">{t('rounds.edit.afterLook')}</p>}
      <section class="card stack">
        <Field {...text('name')} dir="auto" required maxLength={LONGEST_ROUND_NAME} />
        <Field {...text('slug')} hint={hint('slug', t('rounds.slug.hint'))} maxLength={80} pattern="[a-z0-9]+(-[a-z0-9]+)*" />
        <div class="round-pair">
          <Field {...text('opensAt')} type="datetime-local" hint={hint('opensAt', t('rounds.time.hint', { zone: zoneName() }))} />
          <Field {...text('closesAt')} type="datetime-local" hint={hint('closesAt')} />
        </div>
      </section>
      <section class="card stack">
        <fieldset class="round-fieldset" disabled={isFixed('mode')}>
          <Choices
            legend={t('rounds.mode')}
            name="mode"
            value={values.mode}
            options={roundModes
              .toReversed()
              .map((value) => ({ value, label: t(`rounds.mode.${value}`), hint: t(`rounds.mode.${value}.hint`) }))}
            onChoose={(mode) => set({ mode })}
          />
        </fieldset>
        {isRanked && (
          <>
            <fieldset class="round-fieldset" disabled={isFixed('rule')}>
              <Choices
                legend={t('rounds.rule')}
                name="rule"
                value={values.rule}
                options={placementRules.map((value) => ({ value, label: t(`rounds.rule.${value}`), hint: t(`rounds.rule.${value}.hint`) }))}
                onChoose={(rule) => set({ rule })}
              />
            </fieldset>
            <div class="round-pair">
              <Field
                {...text('mostChoices')}
                type="number"
                required
                min={1}
                max={MOST_CHOICES}
                hint={hint('mostChoices', t('rounds.mostChoices.hint', { most: MOST_CHOICES }))}
              />
              <Field
                {...text('offerHours')}
                type="number"
                required
                min={1}
                max={MOST_HOURS}
                hint={hint('offerHours', t('rounds.offerHours.hint'))}
              />
            </div>
            <fieldset class="round-fieldset" disabled={isFixed('bundleFor') || staysClosed}>
              <Choices
                legend={t('rounds.bundleFor')}
                name="bundleFor"
                value={values.bundleFor}
                options={bundleReaders.map((value) => ({
                  value,
                  label: t(`rounds.bundleFor.${value}`),
                  hint: t(`rounds.bundleFor.${value}.hint`),
                }))}
                onChoose={(bundleFor) => set({ bundleFor })}
              />
            </fieldset>
            {staysClosed && <p class="field-hint">{t('rounds.bundleFor.stays')}</p>}
          </>
        )}
      </section>
      <section class="card stack">
        <ProjectPicker
          projects={values.projects}
          fault={faults.projects}
          canRemove={({ id }) => !mustStay || !present.has(id)}
          onChange={(projects) => set({ projects })}
        />
        {mustStay && <p class="field-hint">{t('rounds.projects.stay')}</p>}
      </section>
      <ErrorMessage of={faults['']} />
      <div class="row">
        <Button type="submit" isBusy={isBusy} disabled={!isDirty}>
          {t(round ? 'save' : 'rounds.create')}
        </Button>
        {isDirty && round && (
          <Button look="plain" onClick={editing.revert}>
            {w('discard')}
          </Button>
        )}
      </div>
      <Unsaved isDirty={isDirty} />
    </Form>
  )
}
