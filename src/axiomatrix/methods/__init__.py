"""The methods: ways to get evidence, of different strength."""
