import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

const isNamed = (name) => (property) =>
	property.type === 'ObjectProperty' && property.key.name === name;

/** Leaves out what describes a field of a form: its words are for people, and its rules have tests of their own. */
export const strykerPlugins = [
	declareValuePlugin(PluginKind.Ignore, 'form-fields', {
		shouldIgnore: (path) =>
			path.isObjectExpression() && path.node.properties.some(isNamed('displayName'))
				? 'It describes a field of a form.'
				: undefined,
	}),
];
