import type { getMetadataStorage } from 'class-validator';

type Storage = ReturnType<typeof getMetadataStorage>;
type Rules = ReturnType<Storage['getTargetValidationMetadatas']>;

/**
 * The library looks through all classes of the service for each object that it checks, each note of a list: what it
 * finds for a class is kept. A class's rules are complete once it is loaded, so they don't change.
 */
export function rememberRules(storage: Storage): void {
  const find = storage.getTargetValidationMetadatas.bind(storage);
  const known = new Map<unknown, Rules>();
  storage.getTargetValidationMetadatas = (target, schema, always, strictGroups, groups) => {
    const isPlain = typeof target === 'function' && !schema && !always && !strictGroups && !groups?.length;
    if (!isPlain) return find(target, schema, always, strictGroups, groups);
    const rules = known.get(target) ?? find(target, schema, always, strictGroups, groups);
    known.set(target, rules);
    return rules;
  };
}
