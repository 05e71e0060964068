// Ответственные кураторы, проверяющие, добавление и изменение людей.
export const responsibility = {
  'people.key.group': 'Группа',
  'audit.detail.responsibleCurator': 'Ответственный куратор',
  'audit.detail.reviewer': 'Проверяющий',
  'audit.detail.group': 'Группа',
  'audit.detail.email': 'Почта',
  'audit.detail.surname': 'Фамилия',
  'audit.detail.patronymic': 'Отчество',
  'audit.detail.projects': 'Проектов осталось без ответственного куратора',
  'audit.detail.reviews': 'Заявок осталось без проверяющего',
  'audit.did.assignRequests': '{actor}: изменён проверяющий заявки {target}',
  'audit.did.createPerson': '{actor}: добавлен человек {target}',
  'audit.did.updatePerson': '{actor}: изменены данные человека {target}',
}
