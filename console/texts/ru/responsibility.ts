// Ответственные кураторы, проверяющие, добавление и изменение людей.
export const responsibility = {
  'people.key.group': 'Группа',
  'audit.did.assignRequests': '{actor}: изменён проверяющий заявки {target}',
  'audit.did.createPerson': '{actor}: добавлен человек {target}',
  'audit.did.updatePerson': '{actor}: изменены данные человека {target}',
}
