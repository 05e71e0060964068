import { otherTeams, PersonFinder } from '#console/parts/field/person-finder.tsx'
import { t } from '#console/texts.ts'
import { addMember, type ConsoleTeam } from '#contract/console/team.ts'
import { useAct } from '#ui/act/act.ts'
import { Button } from '#ui/button.tsx'
import { faultOf } from '#ui/form/field.tsx'
import { call } from '#ui/server/api.ts'

/** Adds a person with an account, or only a name. */
export function AddMember({ team }: { team: ConsoleTeam }) {
  const { act, isBusy, error } = useAct({ isParallel: true })
  const params = { id: String(team.id) }
  const add = (body: { person?: number; name?: string }, done: string) => act(() => call(addMember, { params, body }), { done })
  return (
    <section class="stack" aria-labelledby="add">
      <h3 id="add">{t('teams.add')}</h3>
      <PersonFinder
        label={t('teams.add.person')}
        hint={t('teams.add.hint')}
        fault={faultOf(error)}
        nameOf={({ name }) => t('teams.add.this', { name })}
        showsTeams
        taken={team.members.flatMap(({ person }) => person ?? [])}
        onChoose={(person) =>
          add({ person: person.id }, [t('teams.added.email', { name: person.name }), otherTeams(person)].filter(Boolean).join(' '))
        }
      >
        {(name, clear) => (
          <div class="row">
            <Button
              look="soft"
              icon="plus"
              isBusy={isBusy}
              onClick={async () => {
                if (await add({ name }, t('teams.added', { name }))) clear()
              }}
            >
              {t('teams.add.name', { name })}
            </Button>
          </div>
        )}
      </PersonFinder>
    </section>
  )
}
