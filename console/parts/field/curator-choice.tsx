import { t } from '#console/texts.ts'
import type { PersonName } from '#contract/console/responsibility.ts'
import { ErrorMessage } from '#ui/act/error-message.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { PersonFinder } from './person-finder.tsx'
import '#console/parts/reviewer-name.css'

type Props = { hint: string; fault?: string; chosen: PersonName | null; onChoose(person: PersonName | null): void }

/** The responsible curator as a person: chosen among people with access to the console. */
export function CuratorChoice({ hint, fault, chosen, onChoose }: Props) {
  if (chosen === null)
    return (
      <PersonFinder
        label={t('projects.responsibleCurator')}
        hint={hint}
        fault={fault}
        access="staff"
        nameOf={({ name }) => t('projects.responsibleChoose', { name })}
        onChoose={({ id, name }) => onChoose({ id, name })}
      />
    )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be for several inputs
    <div class="field" role="group" aria-label={t('projects.responsibleCurator')}>
      <span>{t('projects.responsibleCurator')}</span>
      <p class="reviewer-name">
        <Avatar name={chosen.name} src={null} size={28} />
        <bdi>{chosen.name}</bdi>
        <Button look="plain" onClick={() => onChoose(null)} aria-label={t('projects.responsibleRemove', { name: chosen.name })}>
          {t('projects.responsibleClear')}
        </Button>
      </p>
      <ErrorMessage of={fault} />
    </div>
  )
}
