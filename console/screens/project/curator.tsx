import { PersonFinder } from '#console/parts/person-finder.tsx'
import { t } from '#console/texts/index.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import type { Editing } from './use-editing.ts'
import '#console/parts/reviewer-name.css'

/** The responsible curator as a person: chosen among people with access to the console. */
export function CuratorField({ editing }: { editing: Editing }) {
  const { form, set, faults } = editing
  const chosen = form.responsibleCurator
  if (chosen === null)
    return (
      <PersonFinder
        label={t('projects.responsibleCurator')}
        hint={t('projects.responsibleHint')}
        fault={faults.responsibleCurator}
        access="staff"
        nameOf={({ name }) => t('projects.responsibleChoose', { name })}
        onChoose={({ id, name }) => set({ responsibleCurator: { id, name } })}
      />
    )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be for several inputs
    <div class="field" role="group" aria-label={t('projects.responsibleCurator')}>
      <span>{t('projects.responsibleCurator')}</span>
      <p class="reviewer-name">
        <Avatar name={chosen.name} src={null} size={28} />
        <bdi>{chosen.name}</bdi>
        <Button
          look="plain"
          onClick={() => set({ responsibleCurator: null })}
          aria-label={t('projects.responsibleRemove', { name: chosen.name })}
        >
          {t('projects.responsibleClear')}
        </Button>
      </p>
      {faults.responsibleCurator && (
        <p class="field-fault" role="alert">
          {faults.responsibleCurator}
        </p>
      )}
    </div>
  )
}
