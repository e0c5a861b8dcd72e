/** java.util's events and their observers. */
import type { ClassTable } from '../class_table.js';
import { allocate, ELEMENT } from '../values/meter.js';
import { illegalArgument, nullPointer } from '../values/throwable.js';
import { JavaObject, textOf, type Value } from '../values/value.js';

class EventObject extends JavaObject {
  readonly className: string = 'java.util.EventObject';
  readonly source: Value;

  constructor(source: Value) {
    super();
    if (source === null) throw illegalArgument('null source');
    this.source = source;
  }

  override text(): string {
    return `java.util.EventObject[source=${textOf(this.source)}]`;
  }
}

/**
 * Only a subclass can mark it as changed, and a script has no subclasses, so observers are never
 * notified.
 */
class Observable extends JavaObject {
  readonly className: string = 'java.util.Observable';
  readonly watchers: Value[] = [];

  add(watcher: Value): void {
    if (watcher === null) throw nullPointer(null);
    if (this.watchers.includes(watcher)) return;
    allocate(ELEMENT);
    this.watchers.push(watcher);
  }
}

export const events: readonly ClassTable[] = [
  { name: 'java.util.EventListener', methods: {} },
  {
    name: 'java.util.EventListenerProxy',
    supers: ['java.util.EventListener'],
    methods: { 'EventListener getListener()': (self: EventObject) => self.source },
  },
  {
    name: 'java.util.EventObject',
    constructors: { '(Object)': (source: Value) => new EventObject(source) },
    methods: { 'Object getSource()': (self: EventObject) => self.source },
  },
  {
    name: 'java.util.Observable',
    constructors: { '()': () => new Observable() },
    methods: {
      'void addObserver(Observer)': (self: Observable, watcher: Value) => self.add(watcher),
      'int countObservers()': (self: Observable) => self.watchers.length,
      'void deleteObserver(Observer)': (self: Observable, watcher: Value) => {
        const at = self.watchers.indexOf(watcher);
        if (at >= 0) self.watchers.splice(at, 1);
      },
      'void deleteObservers()': (self: Observable) => {
        self.watchers.length = 0;
      },
      'boolean hasChanged()': () => false,
      'void notifyObservers()': () => undefined,
      'void notifyObservers(Object)': () => undefined,
    },
  },
  { name: 'java.util.Observer', functional: 'void update(Observable,Object)' },
];
