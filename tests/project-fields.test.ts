import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { createProject, getConsoleProject, ProjectDraft, updateProject } from '#contract/console/project.ts'
import { useService } from '#tests/support/use-service.ts'

// Every field of a project, in every place that has projects.

const { service, curator } = useService({ people: ['curator'] })

const at = ({ id }: { id: number }) => ({ params: { id: String(id) } })

/** A value for every key that a curator can write, other than that of a new project. */
const drafts: { [K in keyof Required<ProjectDraft>]: ProjectDraft[K] } = {
  name: 'Another name',
  slug: 'another-slug',
  shortDescription: 'In short',
  description: 'At *length*',
  dateStart: '2027-02-01',
  dateEnd: '2027-06-30',
  enrollmentStart: '2027-01-10',
  enrollmentEnd: '2027-01-31',
  curator: 'Somebody',
  curatorId: 0,
  client: 'Museum',
  clientContact: 'museum@example.org',
  teamLimit: 3,
  developerRequirements: ['Python', 'Patience'],
  projectRequirements: ['Open source'],
  wantedRoles: [{ role: 'QA', count: 2 }],
  tags: [],
  related: ['related-to-fields'],
  teamMayChangeCover: true,
}
/** The key of the audit log, where it is another one. */
const auditKeyOf = (key: string): string => (key === 'curatorId' ? 'responsibleCurator' : key)

before(async () => {
  drafts.curatorId = (await service.sql`select id from person where login = 'curator'`)[0]!.id
  drafts.tags = (await service.sql`select id from tag order by id limit 1`).map(({ id }) => id)
  await curator(createProject, { body: { name: 'Related to fields' } })
})

test('the change of any one key is in the audit log and is the last change of the project', async () => {
  assert.deepEqual(Object.keys(drafts).sort(), Object.keys(ProjectDraft.properties).sort())
  for (const [key, value] of Object.entries(drafts)) {
    const project = await curator(createProject, { body: { name: `Audited ${key}` } })
    await service.sql`update project set updated_at = '2020-01-01' where id = ${project.id}`
    await curator(updateProject, { ...at(project), body: { name: project.name, [key]: value } })
    const events = await service.sql`
      select detail from audit_event where action = 'updateProject' and target = ${`project ${project.id}`}`
    assert.deepEqual(
      events.map(({ detail }) => Object.keys(detail)),
      [[auditKeyOf(key)]],
      key,
    )
    const { updatedAt } = await curator(getConsoleProject, at(project))
    assert.ok(updatedAt > '2021', `${key} changes updatedAt`)
  }
})
